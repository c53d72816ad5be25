import { resolve } from 'node:path'
import { describe, test } from 'vitest'
import { describeBenchmark, ragcheckerItems, ragcheckerRun, ragcheckerVerdicts } from 'vitest-docket'
import { publishedData } from '../test/unit/data.js'

// The example of the format and the published records; or the checked records that DOCKET_RUN names, which hold items and answers as well.
const { folder, absent, whetherSkipped } = publishedData('ragchecker')
const only = process.env['DOCKET_RUN']

if (only) checked('RAGChecker', only)
else {
  checked('RAGChecker format', resolve(import.meta.dirname, '../fixtures/formats/ragchecker/checking_outputs.json'))
  if (absent) {
    describe('RAGChecker', () => {
      test.skip(`its published records${whetherSkipped}`, () => {})
    })
  } else checked('RAGChecker', `${folder}/examples/checking_outputs.json`)
}

/** The labels of a file, in the sound reading and in the published one. */
function checked(name: string, path: string): void {
  const benchmark = {
    items: ragcheckerItems(path, { language: 'en' }),
    system: ragcheckerRun(path, { name: 'checking_outputs' }),
    judge: ragcheckerVerdicts(path),
    policy: 'report',
  } as const
  describeBenchmark(name, benchmark)
  describeBenchmark(`${name}, as published`, { ...benchmark, compat: 'ragchecker' })
}
