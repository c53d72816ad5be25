import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { renderTerminal } from '../../reporters/terminal.js'
import { offlineJudge } from '../../src/judges/offline.js'
import { type AnswerClaim, Verdict } from '../../src/schema/verdict.js'
import { type Fixture, replayFixture, tally } from './fixtures.js'

// The report's counts of claims, beside a count of the hand verdicts that shares no code with it.

function verdictsOf(fixture: Fixture): { id: string; verdict: Verdict }[] {
  const text = readFileSync(new URL(`../../fixtures/${fixture}/verdicts.jsonl`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; verdict: unknown })
    .map(({ id, verdict }) => ({ id, verdict: Verdict.parse(verdict) }))
}

const against = (label: string | undefined) => label === 'neutral' || label === 'contradiction'
const isUnsupported = ({ support, harmless }: AnswerClaim) => against(support) && harmless === undefined

describe.each(['abstractive', 'verdania'] as const)('%s, hand verdicts', (fixture) => {
  const given = verdictsOf(fixture).filter(({ verdict: { outcome } }) => /^(answered|premise-)/.test(outcome))
  const claims = given.flatMap(({ verdict }) => verdict.claims)

  it('every claim that needs a kind has one', () => {
    expect(claims.filter((claim) => isUnsupported(claim) && claim.kind === undefined)).toEqual([])
    expect(claims.filter((claim) => against(claim.reference) && claim.referenceKind === undefined)).toEqual([])
    expect(claims.filter(isUnsupported).length).toBeGreaterThan(5)
  })

  it('the table counts them', async () => {
    const { suite } = await replayFixture(fixture)
    const unsupported = claims.filter(isUnsupported)
    const notInReference = claims.filter(({ reference }) => against(reference))
    expect(suite.claims).toMatchObject({
      answers: given.length,
      claims: claims.length,
      supported: claims.filter(({ support }) => support === 'entailment').length,
      unsupported: unsupported.length,
      kinds: tally(unsupported.map(({ kind }) => kind ?? 'not classified')),
      misgrounded: claims.filter(({ support, cited }) => support === 'entailment' && against(cited)).length,
      againstReference: notInReference.length,
      referenceKinds: tally(notInReference.map(({ referenceKind }) => referenceKind ?? 'not classified')),
    })
    const misgrounded = given.filter(({ verdict }) =>
      verdict.claims.some(({ support, cited }) => support === 'entailment' && against(cited)),
    )
    expect(suite.metrics['misgrounded']?.count).toBe(misgrounded.length)
  })

  it('every worst item that is ungrounded says of what kind its claim is', async () => {
    const { suite, report } = await replayFixture(fixture)
    const ungrounded = suite.worst.filter((item) => item.ungrounded)
    expect(ungrounded.length).toBeGreaterThan(2)
    const byId = new Map(given.map(({ id, verdict }) => [id, verdict.claims.find(isUnsupported)]))
    expect(ungrounded.map(({ id, kind }) => [id, kind])).toEqual(ungrounded.map(({ id }) => [id, byId.get(id)?.kind]))
    const text = renderTerminal(report, { color: false, columns: 300 })
    for (const { kind, reason } of ungrounded) expect(text).toContain(`reason    ${kind}: ${reason?.slice(0, 30)}`)
    for (const { kind } of suite.worst.filter((item) => !item.ungrounded)) expect(kind).toBeUndefined()
  })
})

it('the offline judge leaves no unsupported claim of the abstractive answers without a kind', async () => {
  const { suite } = await replayFixture('abstractive', offlineJudge())
  expect(suite.claims?.unsupported).toBeGreaterThan(0)
  expect(
    Object.keys(suite.claims?.kinds ?? {}).filter((kind) => !['beyond-sources', 'wrong-number-or-date'].includes(kind)),
  ).toEqual([])
  expect(suite.claims).toMatchObject({ againstReference: 0, referenceKinds: {} })
})
