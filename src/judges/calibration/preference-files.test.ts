import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { comparePreferences } from './preference-files.js'

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../fixtures/calibration/preferences-${name}.json`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'docket-preferences-'))
let files = 0
function file(value: unknown): string {
  const path = join(folder, `${files++}.json`)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

const models = (over: object = {}) => ({ model1: { model_name: 'a', ...over }, model2: { model_name: 'b', ...over } })
const labelled = (query_id: number, overall_label: number) => ({ query_id, overall_label, ...models() })
const scored = (query_id: number, one: number | null, two: number | null) => ({
  query_id,
  model1: { model_name: 'a', mine: { overall_label: one } },
  model2: { model_name: 'b', mine: { overall_label: two } },
})

describe('comparePreferences', () => {
  it('reads the published format: two annotators a pair, three aspects, NaN for an unknown score', () => {
    const [table, ...others] = comparePreferences(fixture('labels'), fixture('scores'), { seed: 1 })
    expect(others).toEqual([])
    expect(table?.metric).toBe('ragchecker')
    expect(table?.unmatched).toEqual({ labels: 0, scores: 0 })
    expect(
      table?.aspects.map(({ aspect, metric, annotators }) => [aspect, metric.pairs, metric.unknown, metric.n, annotators.n]),
    ).toEqual([
      ['correctness', 5, 1, 10, 6],
      ['completeness', 5, 1, 10, 6],
      ['overall', 5, 1, 10, 6],
    ])
  })

  it('under compat ragchecker every pair counts', () => {
    const [table] = comparePreferences(fixture('labels'), fixture('scores'), { seed: 1, compat: 'ragchecker' })
    expect(table?.aspects[0]?.metric).toMatchObject({ pairs: 6, unknown: 1, n: 12 })
  })

  it('joins by question and models, whatever the order of the rows, and counts what has no counterpart', () => {
    const labels = file([labelled(1, 2), labelled(2, -2), labelled(3, 0), labelled(4, 1)])
    const scores = file({ results: [scored(3, 0.5, 0.5), scored(2, 0.9, 0.1), scored(1, 0.1, 0.9), scored(9, 0, 1)] })
    const [table] = comparePreferences(labels, scores, { seed: 1 })
    expect(table).toMatchObject({ metric: 'mine', unmatched: { labels: 1, scores: 1 } })
    expect(table?.aspects[0]?.metric.pearson.value).toBeCloseTo(1, 12)
    expect(table?.aspects[0]?.annotators).toMatchObject({ pairs: 0, pearson: { value: null } })
  })

  it.each([
    ['no JSON', '{', [scored(1, 0, 1)], /expected JSON, a list of pairs/],
    ['no list', {}, [scored(1, 0, 1)], /expected a list of pairs/],
    ['a label beyond 2', [labelled(1, 3)], [scored(1, 0, 1)], /0: overall_label/],
    ['no scores', [labelled(1, 1)], [{ query_id: 1, ...models() }], /expected scores such as/],
    [
      'a pair given twice',
      [labelled(1, 1)],
      [scored(1, 0, 1), scored(1, 0, 1)],
      /1: this pair of models for this question is given twice/,
    ],
    ['no pair in common', [labelled(1, 1)], [scored(2, 0, 1)], /joined by dataset, query_id and models/],
  ])('refuses %s', (_, labels, scores, message) => {
    expect(() => comparePreferences(file(labels), file(scores), { seed: 1 })).toThrow(message)
  })
})
