import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readWorkflowRun } from './event.js'

/** What is read where an event of this name came with this file. */
function read(name: string, text: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'docket-event-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'event.json')
  if (text !== null) writeFileSync(path, text)
  const { pull, base } = readWorkflowRun({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path }, folder)
  return { pull, base }
}

const pull = JSON.stringify({
  pull_request: { number: 7, title: 'x', head: { sha: 'h' }, base: { ref: 'main', sha: 'b', label: 'y' } },
})
const UNKNOWN = { pull: null, base: { kind: 'unknown', reason: expect.stringContaining('could not be read') } }

it.each([
  ['pull_request', pull, { pull: { number: 7, headSha: 'h' }, base: { kind: 'branch', ref: 'main', sha: 'b' } }],
  ['pull_request_target', pull, { pull: { number: 7, headSha: 'h' }, base: { kind: 'branch', ref: 'main', sha: 'b' } }],
  ['merge_group', '{"merge_group":{"base_sha":"b"}}', { pull: null, base: { kind: 'commit', sha: 'b' } }],
  ['push', pull, { pull: null, base: { kind: 'none' } }],
  ['schedule', null, { pull: null, base: { kind: 'none' } }],
  // A change whose base nobody knows is not a push, of which the working tree's own baselines would stand.
  ['pull_request', null, UNKNOWN],
  ['pull_request', '{"pull_request":', UNKNOWN],
  ['pull_request', '{"pull_request":{"number":7}}', UNKNOWN],
  ['pull_request', pull.replace('"main"', '""'), UNKNOWN],
  ['merge_group', '{}', UNKNOWN],
])('an event %s of %s says what is compared with what', (name, text, expected) => {
  expect(read(name, text)).toEqual(expected)
})

it('says in a line which field of an event is another', () => {
  const { base } = read('pull_request', '{"pull_request":{"number":"7"}}')
  expect(base).toMatchObject({
    reason: expect.stringMatching(/^the event pull_request could not be read: pull_request\.number: [^\n{[]+$/u),
  })
})

it('has an address of its interface on GitHub Enterprise, and works without any', () => {
  const enterprise = {
    GITHUB_API_URL: 'https://github.example/api/v3/',
    GITHUB_SERVER_URL: 'https://github.example/',
    GITHUB_TOKEN: '',
  }
  expect(readWorkflowRun(enterprise, '/w')).toMatchObject({
    apiUrl: 'https://github.example/api/v3',
    serverUrl: 'https://github.example',
    token: null,
  })
  expect(readWorkflowRun({}, '/w')).toMatchObject({
    apiUrl: 'https://api.github.com',
    repository: null,
    workspace: '/w',
    base: { kind: 'none' },
  })
})
