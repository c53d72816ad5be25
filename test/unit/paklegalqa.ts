import { join } from 'node:path'
import { loadManifest } from '../../src/datasets/manifest.js'
import { paklegalqaItems } from '../../src/datasets/paklegalqa.js'
import { offlineJudge } from '../../src/judges/offline.js'
import { paklegalqaRun } from '../../src/systems/paklegalqa-run.js'
import { publishedData } from './data.js'
import { replay } from './replay.js'

/** The data are not part of the repository. */
const { folder: data, absent, whetherSkipped } = publishedData('paklegalqa')

export { absent, whetherSkipped }

export const PUBLISHED_RUNS = ['prod-sol', 'prod-4o', 'cb-sol', 'prod-sol-contaminated'] as const
export type PublishedRun = (typeof PUBLISHED_RUNS)[number]

const held = new Map<string, ReturnType<typeof replay>>()

/** A published run through systems, judge, evaluation and report; each is replayed once per test file. */
export function replayPublished(run: PublishedRun, compat?: 'paklegalqa'): ReturnType<typeof replay> {
  const key = `${run} ${compat}`
  const known = held.get(key)
  if (known !== undefined) return known
  const reading = compat === undefined ? {} : { compat }
  const replayed = replay({
    items: paklegalqaItems(join(data, 'benchmark/all-360.jsonl')),
    system: paklegalqaRun(join(data, `runs/${run}.jsonl`), { name: run, ...reading }),
    judge: offlineJudge(),
    golds: { corpus: loadManifest(join(data, 'corpus/manifest-v1.jsonl')), ...reading },
  })
  held.set(key, replayed)
  return replayed
}
