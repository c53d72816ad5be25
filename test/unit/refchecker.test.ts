import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HumanLabel } from '../../src/datasets/entailment-label.js'
import { type RefcheckerResponse, refcheckerResponses } from '../../src/datasets/refchecker.js'
import { type LabelShares, refcheckerShares } from '../../src/metrics/refchecker.js'
import { cohenKappa } from '../../src/stats/kappa.js'
import { publishedData } from './data.js'

// RefChecker's human annotations are labels without the texts that they were given against. So they say nothing of a judge: they test
// what words labels come in, how claims add up to an answer, and what abstentions do to an average.

const LABELS = ['entailment', 'neutral', 'contradiction'] as const

/** Figures as published: shares are means over the responses that have claims, in per cent. */
const SETTINGS = [
  {
    setting: 'zero_context',
    file: 'nq_falcon_40B_instruct_answers.json',
    claims: { entailment: 66, neutral: 36, contradiction: 61 },
    abstained: 27,
    shares: { entailment: '37.97', neutral: '17.12', contradiction: '44.91' },
  },
  {
    setting: 'noisy_context',
    file: 'msmarco_falcon_40B_instruct_answers.json',
    claims: { entailment: 285, neutral: 64, contradiction: 46 },
    abstained: 17,
    shares: { entailment: '61.28', neutral: '17.05', contradiction: '21.66' },
  },
  {
    setting: 'accurate_context',
    file: 'dolly_falcon_40B_instruct_answers.json',
    claims: { entailment: 371, neutral: 119, contradiction: 67 },
    abstained: 3,
    shares: { entailment: '78.38', neutral: '13.98', contradiction: '7.65' },
  },
].map((setting) => ({ ...setting, ...publishedData(`refchecker/human_annotations_v1/${setting.setting}`) }))

const read = ({ folder, file }: { folder: string; file: string }) => refcheckerResponses(join(folder, file))
const labelsOf = ({ claims }: RefcheckerResponse) => claims.map(({ label }) => label)
const mean = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? Number.NaN), 0) / values.length
const percent = (value: number | undefined) => ((value ?? Number.NaN) * 100).toFixed(2)
const byLabel = <Value>(value: (label: HumanLabel) => Value) => Object.fromEntries(LABELS.map((label) => [label, value(label)]))
const percents = (shares: LabelShares | null) => byLabel((label) => percent(shares?.[label]))

/** Kappa of the labels with those of a second rater, who is told each. */
const agreement = (labels: readonly (HumanLabel | null)[], second: (label: HumanLabel | null) => HumanLabel | null) =>
  cohenKappa(LABELS.map((row) => LABELS.map((column) => labels.filter((one) => one === row && second(one) === column).length)))

describe.each(SETTINGS)('RefChecker $setting$whetherSkipped', ({ absent, ...setting }) => {
  it.skipIf(absent)('every claim has a label of the three, counted as published', () => {
    const { extractor, responses, outside } = read(setting)
    const labels = responses.flatMap(labelsOf)
    expect([extractor, outside]).toEqual(['claude2', {}])
    expect(labels).not.toContain(null)
    expect(byLabel((label) => labels.filter((one) => one === label).length)).toEqual(setting.claims)
  })

  it.skipIf(absent)('the shares of a response are averaged over those with claims: an abstention enters no average', () => {
    const { macro, ...shares } = refcheckerShares(read(setting).responses)
    expect(shares).toMatchObject({
      responses: 100,
      abstained: setting.abstained,
      abstainRate: setting.abstained / 100,
      unlabelled: 0,
    })
    expect(percents(macro)).toEqual(setting.shares)
  })

  it.skipIf(absent)('agreement beyond chance: 1 with themselves, 0 with whoever says the same of every claim', () => {
    const labels = read(setting).responses.flatMap(labelsOf)
    expect(agreement(labels, (label) => label)).toBe(1)
    expect(LABELS.map((constant) => agreement(labels, () => constant))).toEqual([0, 0, 0])
    expect(agreement(labels, (label) => (label === 'neutral' ? 'contradiction' : label))).toBeGreaterThan(0)
    expect(agreement(labels, (label) => (label === 'entailment' ? 'contradiction' : 'entailment'))).toBeLessThan(0)
    // Two raters who know one class only agree by chance alone, however often they do.
    const entailed = labels.filter((label) => label === 'entailment')
    expect(agreement(entailed, (label) => label)).toBeNull()
  })

  it.skipIf(absent)('fault 44: ids are text, each once: as numbers they would not be', () => {
    const ids = read(setting).responses.map(({ id }) => id)
    expect(new Set(ids).size).toBe(100)
    const beyond = ids.filter((id) => !Number.isSafeInteger(Number(id)))
    expect(beyond.length > 0).toBe(setting.setting === 'zero_context')
  })

  it.skipIf(absent)('one response states the same claim twice, with the same label, and both are counted', () => {
    const twice = read(setting).responses.filter(
      ({ claims }) => new Set(claims.map(({ parts, label }) => JSON.stringify([parts, label]))).size < claims.length,
    )
    expect(twice).toHaveLength(1)
  })
})

const [zero] = SETTINGS
it.skipIf(zero?.absent)(
  `RefChecker, the shares of all claims are other figures than the mean shares${zero?.whetherSkipped}`,
  () => {
    const { micro } = refcheckerShares(zero === undefined ? [] : read(zero).responses)
    expect(percents(micro)).toEqual({ entailment: '40.49', neutral: '22.09', contradiction: '37.42' })
  },
)

const missing = SETTINGS.filter((setting) => setting.absent)
it.skipIf(missing.length > 0)(
  `RefChecker's average pools the responses for the shares, and averages the rates of abstention${missing.map((setting) => setting.whetherSkipped).join('')}`,
  () => {
    const files = SETTINGS.map((setting) => read(setting).responses)
    expect(percents(refcheckerShares(files.flat()).macro)).toEqual({
      entailment: '61.11',
      neutral: '15.89',
      contradiction: '23.00',
    })
    expect(percent(mean(files.map((responses) => refcheckerShares(responses).abstainRate)))).toBe('15.67')
  },
)
