import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ROOT } from './docs.js'
import { runNestedSuite } from './nested.js'

const empty = mkdtempSync(join(tmpdir(), 'docket-no-data-'))
afterAll(() => rmSync(empty, { recursive: true }))
const data = join(empty, 'paklegalqa')

it('without the published data its suite is skipped, and the console says so', { timeout: 60_000 }, async () => {
  const { cases, broken, logs } = await runNestedSuite('suites/paklegalqa.suite.ts', {
    env: { DOCKET_DATA: empty, DOCKET_RUN: '' },
  })
  expect(logs).toEqual([`SKIPPED: no data at ${data}; set DOCKET_DATA to the folder that holds paklegalqa`])
  expect(Object.values(cases)).toEqual([{ state: 'skipped', errors: [] }])
  expect(broken).toEqual([])
})

it('without the published data a run that was named is an error that says what is missing', { timeout: 60_000 }, async () => {
  const { cases, broken } = await runNestedSuite('suites/paklegalqa.suite.ts', {
    env: { DOCKET_DATA: empty, DOCKET_RUN: 'my-run.jsonl' },
  })
  expect(cases).toEqual({})
  expect(broken).toEqual([
    expect.stringMatching(/^DOCKET_RUN: my-run\.jsonl cannot be replayed .*no data at .*; set DOCKET_DATA/),
  ])
})

it('a test that needs the data says so too, once for its file', { timeout: 60_000 }, async () => {
  const { cases, logs } = await runNestedSuite('src/**/paklegalqa.data.test.ts', { env: { DOCKET_DATA: empty } })
  expect(logs).toEqual([expect.stringContaining(`SKIPPED: no data at ${data}`)])
  expect(new Set(Object.values(cases).map(({ state }) => state))).toEqual(new Set(['skipped']))
})

it('only one place of the tests looks for the data, so that none is skipped in silence; one of the package does', () => {
  const files = ['src', 'reporters', 'suites', 'test', 'bench'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  const looking = files.filter((file) => /process\.env(?:\.|\[')DOCKET_DATA/.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(looking).toEqual(['src/datasets/catalogue/data-folder.ts', 'test/unit/data.ts'])
})
