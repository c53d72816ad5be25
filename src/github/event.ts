import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { faultText } from './fault-text.js'

type Environment = Readonly<Record<string, string | undefined>>

/** What a step of a workflow is told about where it runs. */
export interface WorkflowRun {
  repository: string | null
  /** Without a slash at the end. */
  apiUrl: string
  serverUrl: string
  token: string | null
  ref: string | null
  sha: string | null
  id: number
  attempt: number
  workspace: string
  summaryFile: string | null
  outputFile: string | null
  pull: { number: number; headSha: string } | null
  base: Base
}

/** What a change is compared with: nothing where there is no change, and a reason where it cannot be known. */
export type Base =
  | { kind: 'none' }
  | { kind: 'branch'; ref: string; sha: string }
  | { kind: 'commit'; sha: string }
  | { kind: 'unknown'; reason: string }

const PullRequestEvent = z.object({
  pull_request: z.object({
    number: z.int().min(1),
    head: z.object({ sha: z.string() }),
    base: z.object({ ref: z.string().min(1), sha: z.string() }),
  }),
})
const MergeGroupEvent = z.object({ merge_group: z.object({ base_sha: z.string() }) })

/** Reads what GitHub says in the environment and in the event's file; all of it may be missing, as on a machine of one's own. */
export function readWorkflowRun(environment: Environment, cwd: string): WorkflowRun {
  const value = (name: string) => environment[name] || null
  const url = (name: string, fallback: string) => (value(name) ?? fallback).replace(/\/+$/u, '')
  return {
    repository: value('GITHUB_REPOSITORY'),
    apiUrl: url('GITHUB_API_URL', 'https://api.github.com'),
    serverUrl: url('GITHUB_SERVER_URL', 'https://github.com'),
    token: value('GITHUB_TOKEN'),
    ref: value('GITHUB_REF'),
    sha: value('GITHUB_SHA'),
    id: Number(value('GITHUB_RUN_ID') ?? 0),
    attempt: Number(value('GITHUB_RUN_ATTEMPT') ?? 1),
    workspace: resolve(cwd, value('GITHUB_WORKSPACE') ?? '.'),
    summaryFile: value('GITHUB_STEP_SUMMARY'),
    outputFile: value('GITHUB_OUTPUT'),
    ...readEvent(value('GITHUB_EVENT_NAME') ?? '', value('GITHUB_EVENT_PATH')),
  }
}

function readEvent(name: string, path: string | null): Pick<WorkflowRun, 'pull' | 'base'> {
  const isPull = name.startsWith('pull_request')
  if (!isPull && name !== 'merge_group') return { pull: null, base: { kind: 'none' } }
  try {
    if (path === null) throw new Error('GITHUB_EVENT_PATH is not set')
    const event: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!isPull) return { pull: null, base: { kind: 'commit', sha: MergeGroupEvent.parse(event).merge_group.base_sha } }
    const { number, head, base } = PullRequestEvent.parse(event).pull_request
    return { pull: { number, headSha: head.sha }, base: { kind: 'branch', ...base } }
  } catch (error) {
    // A change that cannot be told from its base is never compared with its own files.
    return { pull: null, base: { kind: 'unknown', reason: `the event ${name} could not be read: ${faultText(error)}` } }
  }
}
