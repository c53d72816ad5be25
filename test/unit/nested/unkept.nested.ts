import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeBenchmark } from '../../../src/index.js'

// Run by case.test.ts: the first call puts a file in the place of the folder that runs are written to, as a full disk would fail it.
const env = (name: string) => process.env[name] ?? ''

describeBenchmark('Tenancy', {
  items: ['T-1', 'T-2', 'T-3'].map((id) => ({ id, language: 'en', question: 'What is a lease?' })),
  system: ({ item }) => {
    appendFileSync(env('DOCKET_TEST_NOTES'), `${item.id}\n`)
    rmSync(join(env('DOCKET_TEST_OUT'), 'runs'), { recursive: true, force: true })
    writeFileSync(join(env('DOCKET_TEST_OUT'), 'runs'), '')
    return { answer: 'A contract.', passages: ['A contract.'] }
  },
  policy: 'report',
})
