import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { judgeRequest } from '../../test/providers/request.js'
import { openCassettes } from '../cassettes/cassettes.js'
import { DatasetError, type JudgeError, OptionError } from '../errors.js'
import { loadSdk } from '../providers/sdk.js'
import { SetupError } from '../providers/setup-error.js'
import type { VerdictInput } from '../schema/verdict.js'
import { createJudge } from './create.js'
import { defineJudge, type JudgeFunction } from './judge.js'
import type { JudgeOptions } from './options.js'
import { hashText } from './recorded.js'

const loaded = vi.hoisted((): string[] => [])
vi.mock('openai', async (original) => {
  loaded.push('openai')
  return original()
})
vi.mock('@anthropic-ai/sdk', async (original) => {
  loaded.push('@anthropic-ai/sdk')
  return original()
})

const context = { signal: new AbortController().signal }
const variables = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL']
let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'docket create '))
  for (const name of variables) vi.stubEnv(name, undefined)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, force: true })
})
const failureOf = (options: JudgeOptions, request = judgeRequest()) =>
  createJudge(options, { root })
    .assess(request, context)
    .then(
      () => expect.unreachable('expected no verdict'),
      (error: unknown) => error as JudgeError,
    )

describe('createJudge', () => {
  it('fault 14: loads no SDK and asks for no key, neither on import nor for a judge that was only made', () => {
    createJudge({ provider: 'anthropic', model: 'claude-sonnet-4-6' }, { root })
    createJudge({ provider: 'openai', model: 'gpt-5.4' }, { root })
    createJudge('offline', { root })
    expect(loaded).toEqual([])
  })

  it.each([
    ['anthropic', 'ANTHROPIC_API_KEY'],
    ['openai', 'OPENAI_API_KEY'],
  ] as const)('fault 14: a missing key of %s is an error at the first call that names %s', async (provider, variable) => {
    const error = await failureOf({ provider, model: 'a-model' })
    expect(error).toMatchObject({ name: 'JudgeError', kind: 'setup' })
    expect(error.message).toContain(`set the environment variable ${variable}`)
    const named = await failureOf({ provider, model: 'a-model', apiKeyEnv: 'MY_KEY' })
    expect(named.message).toContain('set the environment variable MY_KEY')
    expect(loaded).not.toEqual([])
  })

  it('fault 14: replaying needs no key: a miss is a miss', async () => {
    const cassettes = openCassettes({ dir: join(root, 'cassettes'), mode: 'replay' })
    const judge = createJudge({ provider: 'openai', model: 'gpt-5.4' }, { root, cassettes })
    await expect(judge.assess(judgeRequest(), context)).rejects.toMatchObject({ name: 'CassetteMissError', kind: 'replay' })
  })

  it('a missing package is an error that names it and how to get it', async () => {
    const load = () => import('vitest-docket-has-no-such-package' as string)
    await expect(loadSdk('openai', 'judge', load)).rejects.toThrow('run `npm install --save-dev openai`')
    await expect(loadSdk('openai', 'judge', load)).rejects.toThrow(SetupError)
  })

  it.each<[string, unknown, string]>([
    [
      'an unknown provider',
      { provider: 'gemini', model: 'x' },
      '"offline", "anthropic", "openai", "recorded", "panel" or the path of a module',
    ],
    ['an unknown word', 'anthropc', 'expected one of "offline"'],
    ['nothing', undefined, '`judge`: expected { provider }'],
    [
      'a calibration of recorded verdicts',
      { provider: 'recorded', path: 'v.jsonl', calibration: 'c.json' },
      '`judge.calibration`: recorded has no such option; it takes provider, path',
    ],
    ['no model', { provider: 'openai' }, '`judge.model`'],
    ['an empty model', { provider: 'openai', model: '' }, '`judge.model`'],
    [
      'a misspelt option',
      { provider: 'openai', model: 'x', baseUrl: 'http://h' },
      '`judge.baseUrl`: openai has no such option (did you mean `baseURL`?); it takes provider, model',
    ],
    [
      'an option that the provider has not',
      { provider: 'anthropic', model: 'x', seed: 1 },
      '`judge.seed`: anthropic has no such option',
    ],
    [
      'several options that the provider has not: what it has is said once',
      { provider: 'openai', model: 'x', budget: 1, concurrency: 2 },
      '`judge.budget`: openai has no such option\n`judge.concurrency`: openai has no such option; it takes provider',
    ],
    [
      'a number below its least',
      { provider: 'openai', model: 'x', requestsPerMinute: 0 },
      '`judge.requestsPerMinute`: expected at least 1, received 0',
    ],
    [
      'a base URL that is none',
      { provider: 'openai', model: 'x', baseURL: 'localhost:1' },
      '`judge.baseURL`: expected a URL such as https://host/v1, received "localhost:1"',
    ],
    ['a price without output', { provider: 'openai', model: 'x', prices: { x: { input: 1 } } }, '`judge.prices.x.output`'],
    [
      'a deadline that no timer holds',
      { provider: 'openai', model: 'x', deadlineMs: 2 ** 31 },
      '`judge.deadlineMs`: expected at most 2147483647 milliseconds',
    ],
    ['a panel of one', { provider: 'panel', judges: ['offline'] }, '`judge.judges`: expected two judges or more'],
    ['a panel of nothing', { provider: 'panel' }, '`judge.judges`'],
    ['a rule that is none', { provider: 'panel', judges: ['offline', './b.mjs'], rule: 'veto' }, '`judge.rule`'],
    [
      'a misspelt option of a panel',
      { provider: 'panel', judges: ['offline', './b.mjs'], quorum: 2 },
      '`judge.quorum`: panel has no such option; it takes provider, judges, rule, calibration',
    ],
    [
      'a misspelt option of a member',
      { provider: 'panel', judges: ['offline', { provider: 'openai', model: 'x', sed: 1 }] },
      '`judge.judges.1.sed`: openai has no such option',
    ],
    ['a member that is nothing', { provider: 'panel', judges: ['offline', null] }, '`judge.judges.1`: expected { provider }'],
    [
      'a panel in a panel',
      { provider: 'panel', judges: ['offline', { provider: 'panel', judges: ['offline', './b.mjs'] }] },
      '`judge.judges.1`: a panel cannot be a member of a panel',
    ],
    [
      'a judge that is in the panel already',
      { provider: 'panel', judges: ['offline', './b.mjs', { provider: 'offline' }] },
      '`judge.judges.2`: a judge that is in the panel already',
    ],
    [
      'a calibration of a member',
      { provider: 'panel', judges: ['./b.mjs', { provider: 'offline', calibration: 'c.json' }] },
      '`judge.judges.1.calibration`: what is asked of a panel is an option of the panel itself',
    ],
    ['options for a module', { provider: './judge.mjs', model: 'x' }, '`judge.model`: a judge that is a module takes no options'],
  ])('fault 15: %s is an error that names the option', (_, options, message) => {
    const make = () => createJudge(options as JudgeOptions, { root })
    expect(make).toThrow(OptionError)
    expect(make).toThrow(message)
  })

  it('takes a judge as it is', () => {
    const judge = defineJudge({
      name: 'mine',
      assess: async () => ({ claims: [], correct: null, outcome: 'answered', judge: { name: 'mine' } }),
    })
    expect(createJudge(judge, { root })).toBe(judge)
  })
})

describe('a judge as a function', () => {
  const verdict: VerdictInput = { claims: [], correct: true, outcome: 'answered', judge: { name: 'mine' } }

  it('is named after it, and asked with the request and its context', async () => {
    const strict: JudgeFunction = ({ id }, { signal }) => ({ ...verdict, notes: [id, String(signal.aborted)] })
    const judge = createJudge(strict, { root })
    expect(judge.name).toBe('strict')
    expect(await judge.assess(judgeRequest(), context)).toEqual({ ...verdict, notes: ['T-1', 'false'] })
  })

  it('is called a function where its name says nothing', () => {
    const options: { judge: JudgeFunction } = { judge: async () => verdict }
    expect(createJudge(options.judge, { root }).name).toBe('function')
    expect(createJudge(async () => verdict, { root }).name).toBe('function')
  })

  it('rejects where it throws', async () => {
    const judge = createJudge(
      () => {
        throw new Error('not today')
      },
      { root },
    )
    await expect(judge.assess(judgeRequest(), context)).rejects.toThrow('not today')
  })

  it('may be a member of a panel', async () => {
    const judge = createJudge({ provider: 'panel', judges: [() => verdict, async () => verdict, 'offline'] }, { root })
    expect(judge.members).toEqual([{ name: 'function' }, { name: 'function' }, expect.objectContaining({ name: 'offline' })])
    expect(await judge.assess(judgeRequest(), context)).toMatchObject({ judge: { name: 'panel' }, correct: true })
  })
})

describe('a module', () => {
  const verdict = `{ claims: [], correct: true, outcome: 'answered', judge: { name: 'mine' } }`
  it.each([
    ['a judge as default', `export default { name: 'mine', assess: async () => (${verdict}) }`],
    ['a judge by name', `export const judge = { name: 'mine', assess: async () => (${verdict}) }`],
    ['a factory', `export default () => ({ name: 'mine', assess: async () => (${verdict}) })`],
    ['an async factory', `export const judge = async () => ({ name: 'mine', assess: async () => (${verdict}) })`],
  ])('may export %s', async (_, source) => {
    await writeFile(join(root, 'my judge%20.mjs'), source)
    for (const path of ['./my judge%20.mjs', join(root, 'my judge%20.mjs')] as `${string}/${string}`[]) {
      expect(await createJudge(path, { root }).assess(judgeRequest(), context)).toMatchObject({ correct: true })
    }
  })

  it.each([
    ['does not exist', null, 'could not be loaded'],
    ['throws', 'throw new Error("no luck")', 'no luck'],
    ['exports nothing of use', 'export const x = 1', 'must export, as default or as `judge`'],
    ['makes something else', 'export default () => ({ name: 1 })', 'must export, as default or as `judge`'],
    [
      'exports the judging itself',
      `export const judge = async ({ id }, { signal }) => (${verdict})`,
      'threw when it was asked for its judge',
    ],
    ['throws when asked', 'export default () => { throw new Error("not today") }', 'not today'],
  ])('that %s is an error that names its path', async (_, source, message) => {
    if (source !== null) await writeFile(join(root, 'judge.mjs'), source)
    const error = await failureOf('./judge.mjs')
    expect(error).toMatchObject({ kind: 'setup' })
    expect(error.message).toContain(join(root, 'judge.mjs'))
    expect(error.message).toContain(message)
  })
})

describe('a module that fails once', () => {
  it('is asked again by the next case', async () => {
    let asked = 0
    const judge = createJudge('./judge.mjs', {
      root,
      loadModule: async () => {
        asked += 1
        if (asked === 1) throw new Error('not yet')
        return {
          default: defineJudge({
            name: 'mine',
            assess: async () => ({ claims: [], correct: true, outcome: 'answered', judge: { name: 'mine' } }),
          }),
        }
      },
    })
    await expect(judge.assess(judgeRequest(), context)).rejects.toThrow('not yet')
    for (const id of ['T-2', 'T-3']) expect(await judge.assess(judgeRequest({ id }), context)).toMatchObject({ correct: true })
    expect(asked).toBe(2)
  })
})

describe('recorded verdicts', () => {
  const { answer } = judgeRequest()
  const verdict = {
    claims: [{ text: 'c', support: 'entailment' }],
    correct: true,
    outcome: 'answered',
    judge: { name: 'human' },
    usage: { usd: 1 },
  }
  const write = (...lines: unknown[]) => writeFile(join(root, 'v.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'))
  const options = { provider: 'recorded', path: 'v.jsonl' } as const

  it.each([
    ['its text', { answer: `  ${answer}\n` }],
    ['its hash', { answerSha256: hashText(answer) }],
  ])('are replayed for the answer that they name by %s, and cost nothing', async (_, named) => {
    await write({ id: 'T-1', ...named, verdict })
    const found = await createJudge(options, { root }).assess(judgeRequest(), context)
    expect(found).toMatchObject({ claims: [{ support: 'entailment' }], judge: { name: 'human' } })
    expect(found.usage).toBeUndefined()
  })

  it.each([
    ['another answer', { answer: 'Something else.' }, {}, 'the recorded verdict is for another answer'],
    ['another id', {}, { id: 'T-9' }, 'no recorded verdict for "T-9"'],
    ['other passages', {}, { passages: [] }, 'for other passages'],
  ])('are not taken for %s', async (_, line, request, message) => {
    const labelled = {
      ...verdict,
      claims: [{ text: 'c', support: 'entailment', passages: ['entailment', 'neutral'], nearest: 0 }],
    }
    await write({ id: 'T-1', answer, ...line, verdict: labelled })
    const error = await failureOf(options, judgeRequest(request))
    expect(error).toMatchObject({ kind: 'replay' })
    expect(error.message).toContain(message)
  })

  it.each<[string, string[], string | null]>([
    ['the same passages', judgeRequest().passages.map(({ text }) => hashText(`${text}\n`)), null],
    [
      'other words',
      [
        ...judgeRequest()
          .passages.map(({ text }) => hashText(text))
          .reverse(),
      ],
      'passage 1 is another',
    ],
    ['another number of them', [], 'it was given on 0, the answer came with 2'],
  ])('that name their passages are taken only for these: %s', async (_, passagesSha256, message) => {
    await write({ id: 'T-1', answer, passagesSha256, verdict })
    if (message === null) {
      expect(await createJudge(options, { root }).assess(judgeRequest(), context)).toMatchObject({ correct: true })
      return
    }
    const error = await failureOf(options)
    expect(error).toMatchObject({ kind: 'replay' })
    expect(error.message).toContain(message)
  })

  it('with faults are read once, and every case gets the same error', async () => {
    await write({ id: 'A' })
    const judge = createJudge(options, { root })
    const first = await judge.assess(judgeRequest(), context).catch((error: unknown) => error)
    expect(first).toBeInstanceOf(DatasetError)
    await write({ id: 'T-1', answer, verdict })
    expect(await judge.assess(judgeRequest(), context).catch((error: unknown) => error)).toBe(first)
  })

  it('with faults are one error that names every line', async () => {
    await write(
      { id: 'A', answer, verdict },
      { id: 'A', answer, verdict },
      { id: 'B', verdict },
      { id: 'C', answer, answerSha256: hashText(answer), verdict },
      { id: 'D', answer, verdict: { ...verdict, correct: 'yes' } },
      { id: 'E', answer, verdict: { ...verdict, claims: [{ text: 'c', support: 'supported' }] } },
    )
    const error = (await failureOf(options)) as unknown as DatasetError
    expect(error).toBeInstanceOf(DatasetError)
    expect(error.faults.map(({ line, field }) => [line, field])).toEqual(
      [
        [3, ''],
        [4, ''],
        [5, 'verdict.correct'],
        [6, 'verdict.claims.0.support'],
        [2, 'id'],
      ].sort(([a], [b]) => Number(a) - Number(b)),
    )
  })

  it('that are not there are an error that names the file', async () => {
    const error = await failureOf(options)
    expect(error).toBeInstanceOf(DatasetError)
    expect(error.message).toContain('v.jsonl')
  })
})
