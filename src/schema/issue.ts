import type { z } from 'zod'

/** The first thing that a schema found wrong, as "path: message"; the message alone where it is of the whole value. */
export function issueText({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return 'unexpected shape'
  return issue.path.length === 0 ? issue.message : `${dotted(issue.path)}: ${issue.message}`
}

/** The path of a field as data files and messages write it, such as `golds.0.title`; empty for the whole value. */
export function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}
