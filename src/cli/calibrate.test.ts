import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from 'citty'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { displayWidth } from '../../reporters/layout.js'
import { Calibration } from '../schema/calibration.js'
import { calibrate } from './calibrate.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-calibrate-'))
const ANSWERS = 'fixtures/calibration/answers.jsonl'

interface Ran {
  out: string
  error: string
  code: number | string | undefined
}

async function run(...rawArgs: string[]): Promise<Ran> {
  const written: string[] = []
  const failed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  vi.spyOn(console, 'error').mockImplementation((text) => void failed.push(String(text)))
  const before = process.exitCode
  process.exitCode = undefined
  try {
    await runCommand(calibrate, { rawArgs })
    return { out: written.join(''), error: failed.join('\n'), code: process.exitCode }
  } finally {
    process.exitCode = before
    vi.restoreAllMocks()
  }
}

afterEach(() => vi.restoreAllMocks())

const read = (path: string) => Calibration.parse(JSON.parse(readFileSync(path, 'utf8')))

describe('vitest-docket calibrate', () => {
  it('prints every table within 80 columns, overall and by language, and writes the calibration', async () => {
    const path = join(folder, 'nested/answers.json')
    const { out, error, code } = await run(ANSWERS, '--judge', 'offline', '--out', path)
    expect([error, code]).toEqual(['', undefined])
    expect(out.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([])
    for (const part of [
      /^offline on fixtures\/calibration\/answers\.jsonl: 72 answers$/m,
      /^Groundedness of answers: 72$/m,
      /^Groundedness of answers, ur-Latn: \d+$/m,
      /^Correctness of answers: 69$/m,
      /^ {2}sensitivity, ungrounded found .* \(\d+ of \d+\) \[/m,
      /^ {2}Cohen's kappa /m,
      /^ {2}coverage, and accuracy where it speaks /m,
      /^ {2}not calibrated, under 30 examples: ungrounded \(\d+\), grounded \(\d+\)$/m,
      /^ {2}under 30 examples: incorrect \(\d+\), correct \(\d+\); no gate asks for them$/m,
      /^Left out: 8 neither groundedness nor correctness is known$/m,
      /^Written to /m,
    ]) {
      expect(out).toMatch(part)
    }
    const calibration = read(path)
    expect(calibration).toMatchObject({
      judge: { name: 'offline', members: [] },
      unit: 'answer',
      data: { file: ANSWERS, examples: 72 },
    })
    expect(Object.keys(calibration.languages)).toEqual(['de', 'en', 'fr', 'ur-Latn'])
  })

  it('tells classes that are few from the two sides that gates count', async () => {
    const label = (i: number) => (i < 31 ? 'entailment' : i < 61 ? 'neutral' : 'contradiction')
    const claim = (i: number) => ({ id: `C-${i}`, language: 'en', claim: 'c', passages: ['p'], label: label(i) })
    const path = join(folder, 'few.jsonl')
    const print = async (n: number) => {
      writeFileSync(path, Array.from({ length: n }, (_, i) => JSON.stringify(claim(i))).join('\n'))
      return (await run(path, '--judge', 'offline', '--out', join(folder, 'few.json'))).out
    }
    const enough = await print(63)
    expect(enough).toMatch(/^ {2}under 30 of a class: contradiction \(2\); gates count the two sides alone$/m)
    expect(enough).not.toMatch(/not calibrated/)
    expect(await print(50)).toMatch(/^ {2}not calibrated, under 30 examples: ungrounded \(19\)$/m)
  })

  it('keeps to the width of the terminal', async () => {
    const before = process.stdout.columns
    process.stdout.columns = 60
    try {
      const { out } = await run(ANSWERS, '--judge', 'offline', '--out', join(folder, 'narrow.json'))
      expect(out.split('\n').filter((line) => displayWidth(line) > 60)).toEqual([])
    } finally {
      process.stdout.columns = before
    }
  })

  it('writes the same file every time, but for when', async () => {
    const [first, second] = [join(folder, '1.json'), join(folder, '2.json')]
    await run(ANSWERS, '--judge', '{"provider":"offline"}', '--out', first, '--concurrency', '1')
    await run(ANSWERS, '--judge', 'offline', '--out', second, '--concurrency', '7')
    expect({ ...read(second), createdAt: '' }).toEqual({ ...read(first), createdAt: '' })
  })

  it('prints the file itself with --json', async () => {
    const path = join(folder, 'json.json')
    const { out } = await run(ANSWERS, '--judge', 'offline', '--json', '--out', path)
    expect(out).toBe(readFileSync(path, 'utf8'))
  })

  it('a judge that judges nothing measures nothing: an error with its words, and no file', async () => {
    const judge = join(folder, 'down.mjs')
    writeFileSync(judge, "export const judge = { name: 'mine', assess: async () => { throw new Error('401 no such key') } }")
    const path = join(folder, 'down.json')
    const { error, code } = await run(ANSWERS, '--judge', judge, '--out', path)
    expect(error).toBe('no example was judged, so nothing is measured: 401 no such key')
    expect(code).toBe(1)
    expect(existsSync(path)).toBe(false)
  })

  it('a judge of one’s own that fails loses the example, which is in no table', async () => {
    const judge = join(folder, 'judge.mjs')
    writeFileSync(
      judge,
      `export const judge = { name: 'mine', assess: async ({ id, answer }) => {
        if (id === 'AN-03') throw new Error('down')
        return { claims: [{ text: answer, support: 'entailment' }], correct: null, outcome: 'answered', judge: { name: 'mine' } }
      } }`,
    )
    const path = join(folder, 'mine.json')
    const { out, error } = await run(ANSWERS, '--judge', judge, '--out', path)
    expect(error).toBe('')
    expect(out).toMatch(/^Lost, in no table: 1 judge threw$/m)
    const groups = Object.values(read(path).languages).flat()
    const counted = groups.reduce(
      (sum, { truePositive, falseNegative, trueNegative, falsePositive }) =>
        sum + truePositive + falseNegative + trueNegative + falsePositive,
      0,
    )
    expect(counted).toBe(71)
  })

  it('says how much of the extraction is valid and what was missed, where it was coded', async () => {
    const claims = [
      { text: 'Three months.', label: 'entailment', valid: true },
      { text: 'Perhaps.', label: 'neutral', valid: false },
    ]
    const answer = { language: 'en', question: 'q', answer: 'a', passages: ['Three months.'], grounded: true, claims }
    const path = join(folder, 'coded.jsonl')
    writeFileSync(path, [1, 2].map((id) => JSON.stringify({ ...answer, id, missed: id })).join('\n'))
    const { out } = await run(path, '--judge', 'offline', '--out', join(folder, 'coded.json'))
    expect(out).toMatch(/^Claim extraction: valid 50\.0% \(2 of 4\); missed 3$/m)
    expect(out).not.toContain('Claim extraction, en')
  })

  it('says it overall and for each language, and where nobody coded it', async () => {
    const claims = (...valid: boolean[]) => valid.map((one) => ({ text: 'Three months.', label: 'entailment', valid: one }))
    const answer = { question: 'q', answer: 'a', passages: ['Three months.'], grounded: true }
    const lines = [
      { ...answer, id: 1, language: 'en', claims: claims(true, true, false), missed: 1 },
      { ...answer, id: 2, language: 'de', claims: claims(true) },
      { ...answer, id: 3, language: 'fr', missed: 2 },
    ]
    const path = join(folder, 'languages.jsonl')
    writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'))
    const out = join(folder, 'languages.json')
    const printed = (await run(path, '--judge', 'offline', '--out', out)).out
    expect(printed.split('\n').filter((line) => line.startsWith('Claim extraction'))).toEqual([
      'Claim extraction: valid 75.0% (3 of 4); missed 3',
      'Claim extraction, de: valid 100.0% (1 of 1); missed not coded',
      'Claim extraction, en: valid 66.7% (2 of 3); missed 1',
      'Claim extraction, fr: valid not coded; missed 2',
    ])
    expect(read(out).tables).toMatchObject({
      extraction: { overall: { missed: 3 }, byLanguage: { de: { valid: { count: 1, of: 1 }, missed: null } } },
    })
  })

  it('does not start above its budget, and asks nobody', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const judge = '{"provider":"anthropic","model":"claude-sonnet-4-6"}'
    const { error, code } = await run(ANSWERS, '--judge', judge, '--budget-usd', '0.01', '--out', join(folder, 'x.json'))
    expect(error).toMatch(
      /^the calibration does not start: it is estimated at [\d.]+ USD \(72 calls\), and `--budget-usd` is 0\.01$/,
    )
    expect(code).toBe(1)
    expect(fetched).not.toHaveBeenCalled()
  })

  it('correlates preferences', async () => {
    const files = [
      '--preferences',
      'fixtures/calibration/preferences-labels.json',
      '--scores',
      'fixtures/calibration/preferences-scores.json',
    ]
    const { out } = await run(...files)
    expect(out).toMatch(/^ {2}overall +5 +1 +10 +0\.963 \[/m)
    expect(out).toMatch(/One annotator against the other/)
    expect(out.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([])
    expect((await run(...files, '--compat', 'ragchecker')).out).toMatch(/^ {2}overall +6 +1 +12 /m)
    expect(JSON.parse((await run(...files, '--json')).out)).toMatchObject([{ metric: 'ragchecker' }])
  })

  it.each([
    ['no file', [], /name a file of labelled examples/],
    ['a file that is not there', ['nowhere.jsonl', '--judge', 'offline'], /nowhere\.jsonl: no such file/],
    ['a judge that is none', [ANSWERS, '--judge', 'oracle'], /`judge\.provider`: expected one of/],
    ['broken JSON', [ANSWERS, '--judge', '{provider}'], /`--judge`: expected options as JSON/],
    [
      'an unknown format',
      [ANSWERS, '--judge', 'offline', '--format', 'xml'],
      /`--format`: expected one of jsonl, claimrag-law, audit/,
    ],
    ['a seed that is no number', [ANSWERS, '--judge', 'offline', '--seed', 'x'], /`--seed`: expected a whole number/],
    ['a budget that is no amount', [ANSWERS, '--judge', 'offline', '--budget-usd', 'much'], /`--budget-usd`: expected an amount/],
    ['no concurrency', [ANSWERS, '--judge', 'offline', '--concurrency', '0'], /`--concurrency`: expected 1 or more/],
    ['preferences without scores', ['--preferences', 'x.json'], /`--preferences` needs `--scores`/],
    [
      'an unknown compat',
      ['--preferences', 'x.json', '--scores', 'y.json', '--compat', 'ragas'],
      /`--compat`: expected ragchecker/,
    ],
    [
      'a config that is not there',
      [ANSWERS, '--config', 'nowhere.config.ts'],
      /no Vitest config at .*nowhere\.config\.ts: .*`--judge`/,
    ],
  ])('says what is wrong with %s, with exit code 1', async (_, args, message) => {
    const { error, code, out } = await run(...args)
    expect(error).toMatch(message)
    expect(code).toBe(1)
    expect(out).toBe('')
  })
})
