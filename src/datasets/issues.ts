import type { z } from 'zod'
import { dotted } from '../schema/issue.js'
import { oneLine } from '../text/clip.js'
import { type LineFault, received } from './json-line.js'
import { nearest } from './nearest.js'

type Issue = z.core.$ZodIssue

/**
 * Turns zod's issues into faults that say what was expected and what was received. `fieldsAt` gives the fields that are known at a
 * path, for the nearest name to an unknown one.
 */
export function issueFaults(
  issues: readonly Issue[],
  value: unknown,
  fieldsAt: (path: readonly PropertyKey[]) => readonly string[] = () => [],
): LineFault[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const guess = nearest(key, fieldsAt(issue.path))
        const extras = issue.path.length === 0 ? 'put extras under `meta`' : 'not a field here'
        return {
          field: dotted([...issue.path, key]),
          message: `unknown field; ${guess ? `did you mean \`${guess}\`? Otherwise ` : ''}${extras}`,
        }
      })
    }
    const here = valueAt(value, issue.path)
    return [{ field: dotted(issue.path), message: issueMessage(issue, here) }]
  })
}

/** What a schema found wrong with a value: what was expected, and what was received. */
export function issueMessage(issue: Issue, here: unknown): string {
  const got = `, received ${received(here)}`
  const hint = here === null ? '; leave the field out where there is nothing to say' : ''
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${withArticle(issue.expected)}${got}${hint}`
    case 'invalid_value':
      return `expected ${oneOf(issue.values)}${got}${hint}`
    case 'invalid_union': {
      const { options } = issue as { options?: unknown[] }
      return `expected ${options ? oneOf(options) : 'a JSON value'}${got}`
    }
    case 'too_small':
      return `expected at least ${issue.minimum}${unitOf(issue)}${got}`
    case 'too_big':
      return `expected at most ${issue.maximum}${unitOf(issue)}${got}`
    default:
      return oneLine(issue.message, 200)
  }
}

function unitOf({ origin }: { origin: string }): string {
  return origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : ''
}

function withArticle(type: string): string {
  if (type === 'int') return 'a whole number'
  if (type === 'record') return 'an object'
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

function oneOf(values: readonly unknown[]): string {
  const shown = values.map((value) => JSON.stringify(value)).join(', ')
  return values.length === 1 ? shown : `one of ${shown}`
}

/** What stands at a path; undefined where nothing does. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = (here as Record<PropertyKey, unknown>)[key]
  }
  return here
}
