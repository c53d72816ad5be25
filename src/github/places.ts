import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import type { WorkflowRun } from './event.js'

/** The path of a file in the workspace, as GitHub names it; null where it is no file of it. */
export function inWorkspace(file: string, cwd: string, workspace: string): string | null {
  const full = resolve(cwd, file)
  const path = relative(workspace, full)
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || resolve(path) === path) return null
  return existsSync(full) ? path.replaceAll(sep, '/') : null
}

/** The address of a line in a commit of the repository. */
export function lineUrl({ serverUrl, repository }: WorkflowRun, commit: string, path: string, line: number): string {
  // By way of bytes, since half a surrogate pair has no encoding.
  const encoded = path
    .split('/')
    .map((part) =>
      encodeURIComponent(Buffer.from(part).toString()).replace(/[!'()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
    )
  return `${serverUrl}/${repository}/blob/${commit}/${encoded.join('/')}#L${line}`
}
