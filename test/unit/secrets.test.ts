import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { anthropicServer } from '../providers/anthropic.js'
import { folderOfTest, runReported } from './nested/reported.js'

const KEY = 'a-key-without-any-known-form-42'
const HEADER = 'the value of a header of mine'

it('fault 26: a provider that sends key and headers back in an error leaves none of them in anything that a run prints or writes', {
  timeout: 60_000,
}, async () => {
  const server = await anthropicServer(({ headers }) => ({
    kind: 'error',
    status: 401,
    type: 'authentication_error',
    message: `Incorrect API key provided: ${JSON.stringify(headers)}, to https://me:hunter2@host/`,
  }))
  onTestFinished(() => server.close())
  const outputDir = folderOfTest()
  const summary = join(outputDir, 'summary.md')
  const { stdout, stderr } = await runReported({
    names: ['paid-a'],
    docket: {
      judge: {
        provider: 'anthropic',
        model: 'claude-sonnet-4-6',
        baseURL: server.baseURL,
        apiKeyEnv: 'MY_SERVER',
        headers: { 'x-note': HEADER },
        retries: 0,
      },
      budget: {},
      cassettes: { dir: join(outputDir, 'recordings') },
    },
    env: { MY_SERVER: KEY, GITHUB_STEP_SUMMARY: summary },
    outputDir,
  })
  expect(server.requests.length).toBeGreaterThan(0)
  const files = (await readdir(outputDir, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  const written = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
  const names = files.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['report.json', 'summary.md', expect.stringMatching(/\.jsonl$/)]))
  const runFiles = written.filter((_, index) => names[index]?.endsWith('.jsonl')).join()
  expect(runFiles).toContain('401 Incorrect API key provided: ')
  // Both were sent, and so both came back.
  expect(runFiles).toMatch(/x-note[^,]*\[redacted\]/)
  expect(runFiles).toMatch(/(?:x-api-key|authorization)[^,]*\[redacted\]/)
  for (const text of [stdout, stderr, ...written]) {
    for (const secret of [KEY, HEADER, 'hunter2']) expect(text.replace(/\s+/g, ' ')).not.toContain(secret)
  }
})
