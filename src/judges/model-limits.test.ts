import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { literalVerdict, type ReplyBody } from '../../test/providers/behaviour.js'
import { type ReadPrompt, readPrompt } from '../../test/providers/read-prompt.js'
import { judgeRequest } from '../../test/providers/request.js'
import { openCassettes } from '../cassettes/cassettes.js'
import type { CassetteMode } from '../cassettes/mode.js'
import type { ModelReply } from '../providers/client.js'
import { ProviderFault } from '../providers/retry.js'
import { Verdict } from '../schema/verdict.js'
import { openLedger } from './budget.js'
import type { JudgeRequest } from './judge.js'
import { modelJudge } from './model.js'

/** What the model says to a message; an object is sent as JSON. */
type Say = (prompt: ReadPrompt, n: number) => string | ReplyBody

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-limits-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const LIMIT = 4000
const CLAIM = 'The deposit must be returned within 14 days.'
const filler = 'Nothing of this bears on the question at all. '.repeat(20)
/** Three parts by the limit; the last one holds the claim. */
const passages = [...Array.from({ length: 5 }, () => ({ text: filler })), { text: `${filler}${CLAIM}` }]

function start(say: Say, stop: ModelReply['stop'] = 'end') {
  const users: string[] = []
  const prompts: ReadPrompt[] = []
  const judgeOf = (mode: CassetteMode) =>
    modelJudge({
      options: { provider: 'openai', model: 'a-model', maxInputCharacters: LIMIT, retries: 0 },
      open: async () => async (request) => {
        const prompt = readPrompt(request.user)
        users.push(request.user)
        prompts.push(prompt)
        const said = say(prompt, users.length - 1)
        return { text: typeof said === 'string' ? said : JSON.stringify(said), stop, usage: {} }
      },
      root: dir,
      cassettes: openCassettes({ dir, mode }),
      ledger: openLedger,
      timing: { baseMs: 1, totalMs: 1000, random: () => 0 },
    })
  const assess = async (mode: CassetteMode = 'off', request: Partial<JudgeRequest> = {}) =>
    Verdict.parse(await judgeOf(mode).assess(judgeRequest({ passages, ...request }), { signal: new AbortController().signal }))
  return { assess, users, prompts }
}

/** What a further part says by plain rules. */
function furtherVerdict({ claims, statements, passages: shown }: ReadPrompt): ReplyBody {
  const judged = ({ id, text }: { id: number; text: string }) => {
    const entailedBy = [...new Set(shown.filter((passage) => passage.text.includes(text)).map(({ number }) => number))]
    return { id, entailedBy, contradictedBy: [], undeterminedBy: [] }
  }
  return {
    claims: claims.map((claim) => {
      const found = judged(claim)
      const supported = found.entailedBy.length > 0
      const kind = supported ? 'none' : 'beyond-sources'
      return { ...found, support: supported ? 'entailment' : 'neutral', cited: 'none', kind, nearest: null, reason: 'compared' }
    }),
    referenceClaims: statements.map(judged),
  }
}

const isFurther = ({ claims, statements }: ReadPrompt) => claims.length + statements.length > 0
const plain: Say = (prompt) => (isFurther(prompt) ? furtherVerdict(prompt) : literalVerdict(prompt))
const secondPart = ({ passages: shown }: ReadPrompt) => {
  const numbers = shown.map(({ number }) => number)
  return !numbers.includes(1) && !numbers.includes(passages.length)
}

describe('a further part whose reply cannot be read', () => {
  it.each<[string, string | ReplyBody, ModelReply['stop']]>([
    ['prose', 'It is mostly right.', 'end'],
    ['nothing', '', 'end'],
    ['lists of nothing', { claims: [], referenceClaims: [] }, 'end'],
    ['other ids only', { claims: [{ id: 99 }], referenceClaims: [] }, 'end'],
    ['that the model declines', 'I will not.', 'refusal'],
  ])(
    'leaves its passages undetermined and nothing else, later parts are asked, and a replay says the same: %s',
    async (_, said, stop) => {
      const { assess, prompts } = start((prompt, n) => (isFurther(prompt) && secondPart(prompt) ? said : plain(prompt, n)), stop)
      const found = await assess('auto')
      const of = (numbers: number[]) => passages.map((__, index) => (numbers.includes(index + 1) ? 'undetermined' : 'neutral'))
      const lost = [...new Set(prompts.filter(secondPart).flatMap((prompt) => prompt.passages.map(({ number }) => number)))]
      expect(lost.length).toBeGreaterThan(0)
      expect(found).toMatchObject({ correct: true, outcome: 'answered', parts: 3 })
      expect(found.claims.map(({ support }) => support)).toEqual(['entailment', 'undetermined'])
      expect(found.claims[0]?.passages).toEqual([...of(lost).slice(0, -1), 'entailment'])
      expect(found.claims[1]?.passages).toEqual(of(lost))
      expect(found.referenceClaims[0]?.passages).toEqual([...of(lost).slice(0, -1), 'entailment'])
      expect(found.notes.join()).toContain(`nothing could be read on passages ${lost.join(', ')}`)
      expect(found.raw).toContain(typeof said === 'string' ? said : JSON.stringify(said))
      const asked = prompts.length
      expect(asked).toBe(stop === 'refusal' ? 3 : 4)
      const { recordedAt, ...replayed } = await assess('replay')
      expect(recordedAt).toBeDefined()
      expect(replayed).toEqual({ ...found, usage: undefined })
      expect(prompts).toHaveLength(asked)
    },
  )

  it('a provider that fails there fails the case', async () => {
    const { assess } = start((prompt, n) => {
      if (isFurther(prompt)) throw new ProviderFault('status', 'overloaded', { status: 503 })
      return plain(prompt, n)
    })
    await expect(assess()).rejects.toMatchObject({ kind: 'provider' })
  })
})

describe('maxInputCharacters', () => {
  /** A first reply of so many claims of such length, none supported. */
  const wording = (claims: number, length: number): Say => {
    return (prompt, n) => {
      if (isFurther(prompt)) return plain(prompt, n)
      const body = literalVerdict(prompt)
      const [first] = body['claims'] as object[]
      const text = (id: number) => `${id} ${'so it is '.repeat(length)}`.slice(0, length)
      const said = Array.from({ length: claims }, (_, index) => ({ ...first, id: index + 1, text: text(index + 1) }))
      return { ...body, claims: said.map((claim) => ({ ...claim, support: 'neutral', entailedBy: [], kind: 'other' })) }
    }
  }

  it.each([
    ['a few', 10, 100],
    ['many', 100, 30],
    ['long ones', 8, 700],
    ['one that is longer than a message', 1, 9000],
    ['as many as are read', 200, 60],
  ])('holds for further parts whatever the first reply words: %s', async (_, claims, length) => {
    const { assess, users, prompts } = start(wording(claims, length))
    const found = await assess()
    for (const user of users) expect(user.length).toBeLessThanOrEqual(LIMIT)
    const parts = found.parts ?? 1
    expect(parts).toBe(3)
    expect(users.length).toBeLessThanOrEqual(1 + 4 * (parts - 1))
    expect(found.claims).toHaveLength(claims)
    for (const [index, { support }] of found.claims.entries()) {
      const askedIn = prompts.filter((prompt) => prompt.claims.some(({ id }) => id === index + 1)).length
      expect(support).toBe(askedIn === parts - 1 ? 'neutral' : 'undetermined')
    }
    const undetermined = found.claims.some(({ support }) => support === 'undetermined')
    expect(found.notes.join().includes('did not fit beside passages')).toBe(undetermined || length > LIMIT)
  })

  it('claims that fit into one more call are judged in it', async () => {
    const { assess, users } = start(wording(12, 60))
    const found = await assess()
    expect(users.length).toBeGreaterThan(3)
    expect(found.claims.map(({ support }) => support)).toEqual(found.claims.map(() => 'neutral'))
  })
})

describe('a reply without end', () => {
  it('is not quoted without end to the judge that is asked again, nor in notes and `raw`', async () => {
    const numbers = Array.from({ length: 500 }, (_, index) => index + 100)
    const { assess, users } = start((prompt, n) => {
      const body = literalVerdict(prompt)
      if (isFurther(prompt)) return plain(prompt, n)
      const [first] = body['claims'] as object[]
      return { ...body, claims: [first, ...numbers.map((id) => ({ ...first, id, entailedBy: numbers }))] }
    })
    const found = await assess('off', { passages: [{ text: CLAIM }] })
    expect(users).toHaveLength(2)
    expect((users[1]?.length ?? 0) - (users[0]?.length ?? 0)).toBeLessThan(1600)
    for (const note of found.notes) expect(note.length).toBeLessThan(1400)
    expect(found.raw?.length).toBeLessThan(20_100)
    expect(found.raw).toMatch(/… \(\d+ more characters\)$/)
  })

  it('where nothing can be read, both texts are kept in equal shares', async () => {
    const { assess } = start((_, n) => `${n}`.repeat(50_000))
    const error = (await assess('off', { passages: [] }).catch((thrown: unknown) => thrown)) as { raw: string }
    expect(error.raw).toBe(['0', '1'].map((digit) => `${digit.repeat(10_000)}… (40000 more characters)`).join('\n---\n'))
  })

  it('of thousands of claims 200 are read, and the rest is one undetermined claim', async () => {
    const { assess } = start((prompt, n) => {
      if (isFurther(prompt)) return plain(prompt, n)
      const body = literalVerdict(prompt)
      const [first] = body['claims'] as object[]
      return { ...body, claims: Array.from({ length: 3000 }, (_, index) => ({ ...first, id: index + 1 })) }
    })
    const found = await assess('off', { passages: [{ text: CLAIM }] })
    expect(found.claims).toHaveLength(201)
    expect(found.claims.at(-1)).toMatchObject({ text: 'The rest of the answer', support: 'undetermined' })
    expect(found.notes.join()).toContain('claims: 3000 were given, the first 200 are read')
  })

  it('labels of many claims that do not agree are noted of five', async () => {
    const { assess } = start((prompt) => {
      const body = literalVerdict(prompt)
      const [first] = body['claims'] as object[]
      return { ...body, claims: Array.from({ length: 100 }, (_, index) => ({ ...first, id: index + 1, support: 'neutral' })) }
    })
    const found = await assess('off', { passages: [{ text: CLAIM }] })
    expect(found.notes).toHaveLength(6)
    expect(found.notes.at(-1)).toBe('and 95 more')
  })
})
