import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { judgeSaying } from '../../test/unit/judge.js'
import { openCassettes } from '../cassettes/cassettes.js'
import { packRecordings } from '../cassettes/pack.js'
import { blockStore } from '../cassettes/recordings.test-util.js'
import { entryFile, listEntries } from '../cassettes/store.js'
import { CassetteCorruptError, OptionError, SystemError } from '../errors.js'
import { Item } from '../schema/item.js'
import { functionSystem } from '../systems/function.js'
import { httpSystem } from '../systems/http.js'
import type { SystemFunction } from '../systems/system.js'
import { askSystem, type SystemBench } from './ask-system.js'
import { evaluateCase } from './evaluate.js'
import { goldFinder } from './golds.js'
import { caseScorer } from './scores/score-case.js'
import { knownAnswer, systemCassettes } from './system-recordings.js'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-ask-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const frame = (trial = 0, question = 'How long is the notice period?') => ({
  suite: 'Tenancy',
  file: 's.suite.ts',
  title: question,
  item: Item.parse({ id: 'T-1', question, language: 'en' }),
  position: 0,
  trial,
  group: 'T-1',
})
const clock = { signal: new AbortController().signal }
const ANSWER = { answer: 'Three months.', passages: ['p'], usage: { inputTokens: 10, usd: 0.5 }, timings: { total: 12 } }
const counting = (answer: SystemFunction = () => ANSWER) => vi.fn(answer)
const bench = (answer: SystemFunction, mode: 'auto' | 'record' | 'replay' = 'auto', version = '1'): SystemBench => ({
  system: functionSystem(answer, { name: 'rag', version }),
  systemCassettes: openCassettes({ dir, mode }),
})

describe('which systems are recorded', () => {
  const cassettes = openCassettes({ dir: 'unused' })
  const live = functionSystem(() => 'A.', { version: '1' })
  it.each([
    ['strict', undefined, true],
    ['report', undefined, true],
    ['gate', undefined, false],
    ['ratchet', undefined, false],
    ['ratchet', true, true],
    ['gate', true, true],
    ['strict', false, false],
  ] as const)('with a version, under %s and `system: %s`: %s', (policy, wanted, recorded) => {
    expect(systemCassettes(live, policy, cassettes, wanted)).toBe(recorded ? cassettes : undefined)
  })

  it('never without a version, never a recorded run, never where the mode is off', () => {
    const runs = [
      systemCassettes(
        functionSystem(() => 'A.'),
        'strict',
        cassettes,
        true,
      ),
      systemCassettes({ ...live, live: false }, 'strict', cassettes, true),
      systemCassettes(live, 'strict', openCassettes({ dir: 'unused', mode: 'off' }), true),
    ]
    expect(runs).toEqual([undefined, undefined, undefined])
  })
})

describe('a recorded system', () => {
  it('is asked once; its answer then comes with its date, its key and no cost', async () => {
    const answer = counting()
    const first = await askSystem(frame(), bench(answer), clock)
    const second = await askSystem(frame(), bench(answer), clock)
    expect(answer).toHaveBeenCalledTimes(1)
    expect(second.response).toEqual(first.response)
    expect(second.recordings).toEqual(first.recordings)
    expect(first.recordings).toEqual((await listEntries(dir)).map(({ key }) => key))
    expect(first.recordedAt).toBeUndefined()
    expect(first.cost.usd).toBe(0.5)
    expect(Date.parse(second.recordedAt ?? '')).toBeGreaterThan(0)
    expect(second.cost).toEqual({ calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 })
  })

  it('fault 21: trials, versions and questions are recordings of their own', async () => {
    const answer = counting()
    await askSystem(frame(), bench(answer), clock)
    await askSystem(frame(1), bench(answer), clock)
    await askSystem(frame(), bench(answer, 'auto', '2'), clock)
    await askSystem(frame(0, 'Another?'), bench(answer), clock)
    expect(answer).toHaveBeenCalledTimes(4)
    expect(await listEntries(dir)).toHaveLength(4)
  })

  it('fault 22: an error is never recorded', async () => {
    const answer = counting(() => {
      throw new SystemError('http', 'rag answered with status 503')
    })
    for (const _ of [1, 2]) {
      const asked = await askSystem(frame(), bench(answer), clock)
      expect(asked).toMatchObject({ response: null, failure: { stage: 'system', kind: 'http' }, recordings: [] })
    }
    expect(answer).toHaveBeenCalledTimes(2)
    expect(await listEntries(dir)).toEqual([])
  })

  it('in replay mode a call without a recording is a failure that explains itself, and nothing is asked', async () => {
    const answer = counting()
    await askSystem(frame(), bench(answer), clock)
    const asked = await askSystem(frame(), bench(answer, 'replay', '2'), clock)
    expect(asked).toMatchObject({ response: null, failure: { stage: 'system', kind: 'replay' }, recordings: [] })
    expect(asked.failure?.message).toMatch(
      /^no recording of the system call of "Tenancy" \/ "T-1" .* differs in version \(recorded "1", now "2"\)/,
    )
    expect(answer).toHaveBeenCalledTimes(1)
  })

  it('that miss is an infrastructure error of the case, never an answer', async () => {
    const judged = { judge: judgeSaying({}), findGolds: goldFinder({}), score: caseScorer({ task: 'answer', k: [1, 5, 10] }) }
    const { record } = await evaluateCase(frame(), null, { ...bench(counting(), 'replay'), ...judged }, clock)
    expect(record).toMatchObject({ errorClass: 'infrastructure', outcome: null, failure: { stage: 'system', kind: 'replay' } })
  })

  it('fault 23: a corrupt recording is red whatever the policy, and no call', async () => {
    const answer = counting()
    const [key = ''] = (await askSystem(frame(), bench(answer), clock)).recordings
    await writeFile(entryFile(dir, key), '{"half":')
    await expect(askSystem(frame(), bench(answer), clock)).rejects.toThrow(CassetteCorruptError)
    expect(answer).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['its recorded time', ANSWER, 12],
    ['unknown where none was recorded', { answer: 'Three months.' }, null],
  ])('in the record: replayed, from when, without cost, and a latency that is %s', async (_, answer, latencyMs) => {
    const judged = { judge: judgeSaying({}), findGolds: goldFinder({}), score: caseScorer({ task: 'answer', k: [1, 5, 10] }) }
    await askSystem(
      frame(),
      bench(() => answer),
      clock,
    )
    const { record, recordings } = await evaluateCase(frame(), null, { ...bench(() => answer), ...judged }, clock)
    expect(record.replayed).toMatchObject({ system: true, systemRecordedAt: expect.any(String) })
    expect(record.latencyMs).toBe(latencyMs)
    expect(record.cost.system.calls).toBe(0)
    expect(recordings).toHaveLength(1)
  })

  it('an answer that cannot be written down is used all the same, with why it is not recorded', async () => {
    const answer = counting(async () => {
      await blockStore(dir)
      return ANSWER
    })
    const asked = await askSystem(frame(), bench(answer, 'record'), clock)
    expect(asked).toMatchObject({ response: { answer: 'Three months.' }, recordings: [], cost: { usd: 0.5 } })
    expect(asked.failure).toBeUndefined()
    expect(asked.unrecorded).toEqual([{ dir, reason: expect.stringMatching(/^(?:EEXIST|ENOTDIR): /) }])
  })

  it('nobody is asked whose answer could not be written down at all', async () => {
    const file = join(dir, 'file')
    await writeFile(file, '')
    const answer = counting()
    const asked = askSystem(frame(), { ...bench(answer), systemCassettes: openCassettes({ dir: file, mode: 'record' }) }, clock)
    await expect(asked).rejects.toThrow(OptionError)
    await expect(asked).rejects.toThrow(`\`cassettes.dir\`: nothing can be recorded in ${file}`)
    expect(answer).not.toHaveBeenCalled()
  })
})

describe('redaction of systems', () => {
  it('fault 26: a service that sends credentials back leaves none in store and pack, and the recording replays', async () => {
    vi.stubEnv('DOCKET_TEST_PASS', 'swordfish-of-mine')
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          answer: 'Write to clerk@court.example, or to hunter2.',
          passages: [{ text: 'sk-ant-REDACTED-NOT-0000 and Bearer abcdef0123456789' }],
          meta: { echoed: request.headers },
        }),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const system = httpSystem({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`,
      name: 'assistant',
      version: '1',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the variable is filled in by the system
      headers: { authorization: 'Basic ${DOCKET_TEST_PASS}', cookie: 'session=0123456789' },
    })
    const opened = (mode: 'auto' | 'replay') => ({
      system,
      systemCassettes: openCassettes({ dir, mode, redact: { patterns: ['hunter2'] } }),
    })
    const first = await askSystem(frame(), opened('auto'), clock)
    server.closeAllConnections()
    server.close()
    vi.unstubAllEnvs()
    await packRecordings(dir)
    const files = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
    expect(files.length).toBeGreaterThanOrEqual(2)
    for (const file of files) {
      const text = await readFile(join(file.parentPath, file.name), 'utf8')
      for (const secret of ['swordfish', 'session=0123456789', 'sk-ant', 'abcdef0123456789', 'hunter2'])
        expect(text, file.name).not.toContain(secret)
    }
    expect(first.response?.answer).toBe('Write to clerk@court.example, or to [redacted].')
    // What the case goes on with is what a replay gives, or the judge's recording would not be found again.
    expect((await askSystem(frame(), opened('replay'), clock)).response).toEqual(first.response)
  })
})

describe('what is known of an answer beforehand', () => {
  it.each([
    ['nothing, of a system that is asked live', undefined, null],
    ['nothing, where it is not recorded', 'auto', null],
    ['that there will be none, in replay', 'replay', { recorded: false, response: null }],
  ] as const)('%s', async (_, mode, known) => {
    const answer = counting()
    const asked = mode === undefined ? { system: functionSystem(answer) } : bench(answer, mode)
    expect(await knownAnswer(frame(), asked)).toEqual(known)
    expect(answer).not.toHaveBeenCalled()
  })

  it('the recorded answer', async () => {
    const { response } = await askSystem(frame(), bench(counting()), clock)
    expect(await knownAnswer(frame(), bench(counting(), 'replay'))).toEqual({ recorded: true, response })
  })
})
