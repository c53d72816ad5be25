import { readdirSync } from 'node:fs'
import { parse } from 'node:path'
import { describe, test } from 'vitest'
import { describeBenchmark, loadManifest, paklegalqaItems, paklegalqaRun } from 'vitest-docket'
import { publishedData } from '../test/unit/data.js'

// Replays recorded runs in the format of PakLegalQA: every published run, or the one that DOCKET_RUN names. DOCKET_COMPAT=paklegalqa
// gives the published reading, which docs/formats/paklegalqa.md compares with the sound one.
const { folder, absent, whetherSkipped } = publishedData('paklegalqa')
const only = process.env['DOCKET_RUN']

if (absent && only) {
  throw new Error(
    `DOCKET_RUN: ${only} cannot be replayed without the items and the corpus of PakLegalQA: no data at ${folder}; set DOCKET_DATA to the folder that holds paklegalqa`,
  )
}

if (absent) {
  describe('PakLegalQA', () => {
    test.skip(`recorded runs${whetherSkipped}`, () => {})
  })
} else {
  const compat = compatFromEnvironment()
  const items = paklegalqaItems(`${folder}/benchmark/all-360.jsonl`)
  const corpus = loadManifest(`${folder}/corpus/manifest-v1.jsonl`)
  const runs = only ? [only] : readdirSync(`${folder}/runs`).map((file) => `${folder}/runs/${file}`)
  for (const run of runs) {
    const name = parse(run).name
    describeBenchmark(only ? 'PakLegalQA' : `PakLegalQA ${name}`, {
      items,
      corpus,
      compat,
      system: paklegalqaRun(run, { name, ...(compat === undefined ? {} : { compat }) }),
      policy: 'report',
    })
  }
}

function compatFromEnvironment(): 'paklegalqa' | undefined {
  const wanted = process.env['DOCKET_COMPAT']
  if (wanted === undefined || wanted === '') return undefined
  if (wanted === 'paklegalqa') return wanted
  throw new Error(`DOCKET_COMPAT: expected "paklegalqa" or nothing, received ${JSON.stringify(wanted)}`)
}
