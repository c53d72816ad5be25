import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OptionError } from '../../errors.js'
import { CALIBRATION_VERSION, type Calibration, type CalibrationGroup } from '../../schema/calibration.js'
import { createJudge } from '../create.js'
import type { JudgeOptions } from '../options.js'
import { judgeIdentity } from './identity.js'
import { calibrationUse } from './use.js'

const root = mkdtempSync(join(tmpdir(), 'docket-use-'))
const none: CalibrationGroup = {
  truePositive: 0,
  falseNegative: 0,
  trueNegative: 0,
  falsePositive: 0,
  abstained: { positive: 0, negative: 0 },
}
const times = (n: number, over: Partial<CalibrationGroup>) => Array.from({ length: n }, () => ({ ...none, ...over }))
/** 36 of 40 found, 38 of 40 confirmed. */
const GOOD = [
  ...times(36, { truePositive: 1 }),
  ...times(4, { falseNegative: 1 }),
  ...times(38, { trueNegative: 1 }),
  ...times(2, { falsePositive: 1 }),
]
const RUBRIC = createHash('sha256')
  .update(readFileSync(new URL('../rubrics/four-leaf.txt', import.meta.url), 'utf8'))
  .digest('hex')

let files = 0
function written(over: Partial<Calibration> = {}, name = `calibration-${files++}.json`): string {
  const calibration: Calibration = {
    schemaVersion: CALIBRATION_VERSION,
    kind: 'calibration',
    createdAt: '2026-11-29T00:00:00.000Z',
    judge: { name: 'anthropic', model: 'claude-sonnet-4-6', rubric: 'four-leaf', rubricSha256: RUBRIC, members: [] },
    unit: 'answer',
    data: { file: 'audit.csv', sha256: 'a'.repeat(64), examples: 80 },
    languages: { en: GOOD },
    tables: {},
    ...over,
  }
  writeFileSync(join(root, name), JSON.stringify(calibration))
  return name
}

const use = async (options: JudgeOptions, languages: string[] = ['en']) =>
  calibrationUse(options, createJudge(options, { root }), { root, languages })
const sonnet = (over: object) => ({ provider: 'anthropic' as const, model: 'claude-sonnet-4-6', ...over })

describe('calibrationUse', () => {
  it('is null where the suite asks for nothing', async () => {
    expect(await use(sonnet({}))).toBeNull()
    expect(await use('offline')).toBeNull()
  })

  it('has the counts of the suite’s languages, and no problem where nothing speaks against the judge', async () => {
    const calibration = written({ languages: { en: GOOD, fr: GOOD } })
    expect(await use(sonnet({ calibration, minSensitivity: 0.7, minSpecificity: 0.8 }))).toEqual({
      file: calibration,
      own: true,
      minSensitivity: 0.7,
      minSpecificity: 0.8,
      problems: [],
      unit: 'answer',
      languages: { en: GOOD },
    })
  })

  it('compares the lower end of the interval, and names both figures', async () => {
    const calibration = written()
    const found = await use(sonnet({ calibration, minSensitivity: 0.8, minSpecificity: 0.9 }))
    expect(found?.problems).toEqual([
      "the judge's sensitivity for en is 90.0% (36 of 40), but may be as low as 76.9% (95% interval), under `minSensitivity` 80.0%",
      "the judge's specificity for en is 95.0% (38 of 40), but may be as low as 83.5% (95% interval), under `minSpecificity` 90.0%",
    ])
    expect((await use(sonnet({ calibration, minSensitivity: 0.769, minSpecificity: 0 })))?.problems).toEqual([])
  })

  it('knows a judge that abstained on every fault', async () => {
    const abstained = [...times(40, { abstained: { positive: 1, negative: 0 } }), ...times(40, { trueNegative: 1 })]
    const found = await use(sonnet({ calibration: written({ languages: { en: abstained } }), minSensitivity: 0.5 }))
    expect(found?.problems).toEqual(['the judge abstained on every ungrounded example for en'])
  })

  // Lower ends by Newcombe's rule, from the Wilson ends of 32/40 (0.652), 24/40 (0.446), 20/40 (0.352): 0.60 - 0.209 > 0; 0.20 - 0.218 < 0; 0 - 0.209 < 0.
  it.each<[string, number, number, string[]]>([
    ['that tells something', 32, 32, []],
    [
      'that may tell nothing',
      24,
      24,
      ['the judge is not shown to be better than chance for en: sensitivity 60.0% (24 of 40) and specificity 60.0% (24 of 40)'],
    ],
    [
      'that tosses a coin',
      20,
      20,
      ['the judge is not shown to be better than chance for en: sensitivity 50.0% (20 of 40) and specificity 50.0% (20 of 40)'],
    ],
    [
      'that never finds a fault',
      0,
      40,
      ['the judge is not shown to be better than chance for en: sensitivity 0.0% (0 of 40) and specificity 100.0% (40 of 40)'],
    ],
  ])('trusts no judge %s, whatever is asked of it', async (_, found, confirmed, problems) => {
    const groups = [
      ...times(found, { truePositive: 1 }),
      ...times(40 - found, { falseNegative: 1 }),
      ...times(confirmed, { trueNegative: 1 }),
      ...times(40 - confirmed, { falsePositive: 1 }),
    ]
    expect((await use(sonnet({ calibration: written({ languages: { en: groups } }) })))?.problems).toEqual(problems)
  })

  it.each([
    ['a language that is not in it', ['en', 'de'], { en: GOOD }, /^the judge is not calibrated for de: the file has en$/],
    [
      'a language with too few examples of a side',
      ['fr'],
      { fr: [...times(29, { truePositive: 1 }), ...times(30, { trueNegative: 1 })] },
      /^the judge is not calibrated for fr: 29 ungrounded and 30 grounded answers, of 30 each/,
    ],
  ])('a problem: %s', async (_, languages, calibrated, problem) => {
    const found = await use(sonnet({ calibration: written({ languages: calibrated }) }), languages)
    expect(found?.problems).toEqual([expect.stringMatching(problem)])
  })

  it('takes all languages together where the suite does not say its own', async () => {
    const half = (groups: CalibrationGroup[], part: number) => groups.filter((_, i) => i % 2 === part)
    const calibration = written({ languages: { en: half(GOOD, 0), de: half(GOOD, 1) } })
    const found = await use(sonnet({ calibration }), ['und'])
    expect(found?.problems).toEqual([])
    expect(found?.languages['und']).toHaveLength(GOOD.length)
    expect((await use(sonnet({ calibration }), ['en']))?.problems).toHaveLength(1)
  })

  it.each([
    ['another model', sonnet({ model: 'claude-opus-4-8' }), {}, /of another judge: model claude-sonnet-4-6, not claude-opus-4-8/],
    ['another provider', { provider: 'openai', model: 'claude-sonnet-4-6' }, {}, /judge anthropic, not openai/],
    ['an earlier text of the rubric', sonnet({}), { rubricSha256: 'b'.repeat(64) }, /an earlier text of the rubric four-leaf/],
    ['another rubric', sonnet({ rubric: 'mine.txt' }), {}, /rubric four-leaf, not mine\.txt/],
    ['the offline judge', { provider: 'offline' }, {}, /judge anthropic, not offline; model claude-sonnet-4-6, not none/],
    ['members', sonnet({}), { members: [{ name: 'openai', model: 'gpt-5.4' }] }, /members openai gpt-5\.4, not none/],
  ] as const)('a problem, and no counts to correct by: %s', async (_, options, judge, problem) => {
    writeFileSync(join(root, 'mine.txt'), 'my own rubric')
    const base = { name: 'anthropic', model: 'claude-sonnet-4-6', rubric: 'four-leaf', rubricSha256: RUBRIC, members: [] }
    const calibration = written({ judge: { ...base, ...judge } as Calibration['judge'] })
    const found = await use({ ...options, calibration } as JudgeOptions)
    expect(found?.problems[0]).toMatch(problem)
    expect(found?.languages).toEqual({})
  })

  it('a rubric under another file name is the same rubric', async () => {
    writeFileSync(join(root, 'copy.txt'), readFileSync(new URL('../rubrics/four-leaf.txt', import.meta.url), 'utf8'))
    expect((await use(sonnet({ calibration: written(), rubric: 'copy.txt' })))?.problems).toEqual([])
  })

  it('a panel is known by its members and their rubrics', async () => {
    const options = (model: string) => ({
      provider: 'panel' as const,
      judges: [sonnet({}), { provider: 'openai' as const, model }],
    })
    const judge = await judgeIdentity(options('gpt-5.4'), createJudge(options('gpt-5.4'), { root }), root)
    const calibration = written({ judge })
    expect((await use({ ...options('gpt-5.4'), calibration }))?.problems).toEqual([])
    expect((await use({ ...options('gpt-5.4-mini'), calibration }))?.problems).toEqual([
      expect.stringMatching(
        /members anthropic claude-sonnet-4-6, openai gpt-5\.4, not anthropic claude-sonnet-4-6, openai gpt-5\.4-mini/,
      ),
    ])
  })

  it('a judge that is a module can be required too', async () => {
    const judge = { name: './judge.mjs', members: [] }
    const calibration = written({ judge })
    expect((await use({ provider: './judge.mjs', calibration }))?.problems).toEqual([])
    await expect(use({ provider: './judge.mjs', model: 'x' } as never)).rejects.toThrow(
      /takes no options but calibration, minSensitivity, minSpecificity/,
    )
  })

  it.each([
    [
      'is not there',
      'nowhere.json',
      undefined,
      /`judge\.calibration`: .*nowhere\.json is not there; `npx vitest-docket calibrate` writes such a file/,
    ],
    ['is no JSON', 'broken.json', '{', /cannot be read/],
    ['is of another version', 'old.json', '{"schemaVersion": 7}', /is of version 7, expected 1/],
    ['is something else', 'else.json', `{"schemaVersion": ${CALIBRATION_VERSION}, "kind": "run"}`, /is no calibration: kind/],
  ])('is an error where the file %s', async (_, calibration, text, message) => {
    if (text !== undefined) writeFileSync(join(root, calibration), text)
    await expect(use(sonnet({ calibration }))).rejects.toThrow(OptionError)
    await expect(use(sonnet({ calibration }))).rejects.toThrow(message)
  })

  it('a bound without a file is an error', async () => {
    await expect(use(sonnet({ minSensitivity: 0.8 }))).rejects.toThrow(/`judge\.minSensitivity` is compared with a calibration/)
  })
})
