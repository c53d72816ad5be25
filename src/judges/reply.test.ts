import { describe, expect, it } from 'vitest'
import { type Asked, FURTHER_REPLY_SCHEMA, parseFurtherReply, parseReply, REPLY_SCHEMA } from './reply.js'

const asked: Asked = { passages: new Set([1, 2]), answerPoints: 1, reference: true, falsePremise: false }
const claim = (id: number, changes: object = {}) => ({
  id,
  text: `Claim ${id}`,
  support: 'entailment',
  entailedBy: [1],
  contradictedBy: [],
  undeterminedBy: [],
  cited: 'none',
  reference: 'neutral',
  harmless: 'none',
  kind: 'none',
  referenceKind: 'too-detailed',
  nearest: 1,
  reason: 'stated',
  ...changes,
})
const point = (number: number, changes: object = {}) => ({
  point: number,
  text: 'A point',
  answer: 'entailment',
  entailedBy: [],
  contradictedBy: [],
  undeterminedBy: [],
  reason: 'said',
  ...changes,
})
const body = (changes: object = {}) => ({
  claims: [claim(1), claim(2)],
  referenceClaims: [point(1)],
  correct: true,
  correctReason: 'it agrees',
  outcome: 'answered',
  outcomeReason: 'it answers',
  ...changes,
})
const parse = (changes: object, as: Partial<Asked> = {}) => parseReply(JSON.stringify(body(changes)), { ...asked, ...as })

describe('parseReply', () => {
  it('reads a whole reply', () => {
    const reply = parse({})
    expect(reply).toMatchObject({ claimsWhole: true, correct: true, outcome: 'answered', problems: [] })
    expect(reply?.claims?.map(({ id }) => id)).toEqual([1, 2])
  })

  it.each([
    ['"yes"', 'yes'],
    ['"true"', 'true'],
    ['1', 1],
    ['0', 0],
    ['"no"', 'no'],
  ])('fault 9: does not take %s for a boolean', (_, correct) => {
    const reply = parse({ correct })
    expect(reply?.correct).toBeUndefined()
    expect(reply?.problems.join()).toContain('correct:')
  })

  it.each([
    ['a label that there is not', { support: 'supported' }],
    ['a number for a text', { text: 7 }],
    ['a passage that was not shown', { entailedBy: [3] }],
    ['a passage 0', { undeterminedBy: [0] }],
    ['a nearest passage that was not shown', { nearest: 9 }],
    ['a field too few', { harmless: undefined }],
  ])('fault 10: refuses one claim with %s and keeps the others', (_, changes) => {
    const reply = parse({ claims: [claim(1), claim(2, changes), claim(3)] })
    expect(reply?.claims?.map(({ id }) => id)).toEqual([1, 3])
    expect(reply?.claimsWhole).toBe(false)
    expect(reply?.problems).toHaveLength(1)
  })

  it.each([
    ['another word', 'kind', 'invented'],
    ['none at all', 'kind', undefined],
    ['another word', 'referenceKind', 'off-topic'],
    ['null', 'referenceKind', null],
  ])('fault 10: %s for a %s is asked for again, and costs the claim no label', (_, name, value) => {
    const reply = parse({ claims: [claim(1), claim(2, { support: 'neutral', [name]: value })] })
    expect(reply?.problems).toEqual([`claims.1.${name}: expected one of the kinds that were named, or "none"`])
    expect(reply).toMatchObject({ claimsWhole: true, claims: [{ id: 1 }, { id: 2, support: 'neutral', [name]: 'none' }] })
  })

  it('takes neither of two verdicts on one id', () => {
    const reply = parse({ claims: [claim(1), claim(2), claim(2, { support: 'neutral' })] })
    expect(reply?.claims?.map(({ id }) => id)).toEqual([1])
    expect(reply?.claimsWhole).toBe(false)
  })

  it.each([
    ['an answer point that there is not', [point(1), point(2)], 'no answer point 2'],
    ['an answer point below none', [point(1), point(-1)], 'no answer point -1'],
    ['two verdicts on an answer point', [point(1), point(1)], 'more than one verdict on 1'],
    ['no word on an answer point', [], 'nothing on answer point 1'],
  ])('names %s', (_, referenceClaims, message) => {
    expect(parse({ referenceClaims })?.problems.join()).toContain(message)
  })

  it('refuses statements of a reference where there is none', () => {
    expect(parse({}, { reference: false, answerPoints: 0 })?.referenceClaims).toEqual([])
    const onlyPoints = parse({ referenceClaims: [point(1), point(0)] }, { reference: false })
    expect(onlyPoints?.referenceClaims.map(({ point }) => point)).toEqual([1])
    expect(onlyPoints?.problems).toEqual(['referenceClaims.1: there is no reference answer'])
  })

  it.each(['premise-corrected', 'premise-accepted'])('refuses %s unless the premise is false', (outcome) => {
    expect(parse({ outcome })?.outcome).toBeUndefined()
    expect(parse({ outcome }, { falsePremise: true })?.outcome).toBe(outcome)
  })

  it('fault 11: of a reply that is cut off at any character, no claim is lost that had ended, and a cut list is never whole', () => {
    const text = JSON.stringify(body())
    const ends = [1, 2].map((id) => text.indexOf(JSON.stringify(claim(id))) + JSON.stringify(claim(id)).length)
    const listEnd = (ends[1] ?? 0) + 1
    for (let end = 1; end < text.length; end += 1) {
      const reply = parseReply(text.slice(0, end), asked)
      expect(reply?.claims?.length ?? 0).toBe(ends.filter((claimEnd) => claimEnd <= end).length)
      expect(reply?.claimsWhole ?? false).toBe(end >= listEnd)
      expect(reply?.problems ?? ['unreadable']).not.toEqual([])
    }
  })

  it('fault 11: a list of claims that comes last and is cut off is not whole either', () => {
    const { claims, ...rest } = body()
    const text = JSON.stringify({ ...rest, claims })
    expect(parseReply(text.slice(0, -20), asked)).toMatchObject({ claimsWhole: false, correct: true })
  })

  it.each(['', 'I cannot judge this.', '[1, 2]', '{"score": 0}'])('reads nothing from %j', (text) => {
    expect(parseReply(text, asked)).toBeNull()
  })
})

describe('parseFurtherReply', () => {
  const further = (id: number, changes: object = {}) => ({
    id,
    support: 'neutral',
    entailedBy: [],
    contradictedBy: [],
    undeterminedBy: [],
    cited: 'none',
    kind: 'beyond-sources',
    nearest: null,
    reason: 'not there',
    ...changes,
  })
  const parseIt = (claims: object[], referenceClaims: object[] = [], statements: number[] = []) =>
    parseFurtherReply(JSON.stringify({ claims, referenceClaims }), {
      passages: new Set([3]),
      claims: new Set([1, 2]),
      referenceClaims: new Set(statements),
    })

  it('reads verdicts on the ids that were asked about', () => {
    expect(parseIt([further(1), further(2, { entailedBy: [3] })])).toMatchObject({ problems: [] })
  })

  it.each([
    ['on another id', [further(1), further(2), further(7)], 'id 7 was not asked about'],
    ['on a passage of another part', [further(1), further(2, { entailedBy: [1] })], 'there is no passage 1'],
    ['on too few ids', [further(1)], 'nothing on id 2'],
    ['twice on one id', [further(1), further(2), further(2)], 'more than one verdict on 2'],
    ['with a nearest passage of another part', [further(1), further(2, { nearest: 1 })], 'there is no passage 1'],
  ])('refuses verdicts %s', (_, claims, message) => {
    const reply = parseIt(claims)
    expect(reply?.problems.join()).toContain(message)
    expect(reply?.claims.filter(({ id }) => id !== 1 && id !== 2)).toEqual([])
  })

  it.each([
    ['on a statement that was not asked about', 7, [], 'id 7 was not asked about'],
    ['on a passage of another part', 1, [1], 'there is no passage 1'],
  ])('refuses verdicts on statements %s', (_, id, entailedBy, message) => {
    const statement = { id, entailedBy, contradictedBy: [], undeterminedBy: [] }
    const reply = parseIt([further(1), further(2)], [statement], [1])
    expect(reply?.problems.join()).toContain(message)
    expect(reply?.referenceClaims).toEqual([])
  })
})

describe('the schemas sent to the providers', () => {
  it.each([
    ['reply', REPLY_SCHEMA],
    ['further reply', FURTHER_REPLY_SCHEMA],
  ])('%s: every field is required, no other is allowed, and no keyword is used that a provider refuses', (_, schema) => {
    let objects = 0
    const visit = (node: unknown): void => {
      if (node === null || typeof node !== 'object') return
      const { type, properties, required, additionalProperties } = node as Record<string, unknown>
      if (type === 'object') {
        objects += 1
        expect(additionalProperties).toBe(false)
        expect(required).toEqual(Object.keys(properties as object))
      }
      for (const keyword of ['minimum', 'maximum', 'minLength', 'pattern', 'format', '$ref', '$schema'])
        expect(node).not.toHaveProperty(keyword)
      for (const value of Object.values(node)) visit(value)
    }
    visit(schema)
    expect(objects).toBe(3)
  })
})
