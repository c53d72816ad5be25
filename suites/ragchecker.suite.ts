import { resolve } from 'node:path'
import { describe, test } from 'vitest'
import { describeBenchmark, ragcheckerItems, ragcheckerRun, ragcheckerVerdicts } from 'vitest-docket'
import { publishedData } from '../test/unit/data.js'

const { folder, absent, whetherSkipped } = publishedData('ragchecker')

checked('RAGChecker format', resolve(import.meta.dirname, '../fixtures/formats/ragchecker/checking_outputs.json'))

if (absent) {
  describe('RAGChecker', () => {
    test.skip(`its published records${whetherSkipped}`, () => {})
  })
} else checked('RAGChecker', `${folder}/examples/checking_outputs.json`)

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
