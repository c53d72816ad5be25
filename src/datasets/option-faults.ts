import type { z } from 'zod'
import { dotted } from '../schema/issue.js'
import { issueMessage, valueAt } from './issues.js'
import { received } from './json-line.js'
import { nearest } from './nearest.js'

type Issue = z.core.$ZodIssue

/** Options that are set elsewhere: where, and which. */
export interface OptionPlace {
  where: string
  names: readonly string[]
}

/**
 * What is wrong with options, an entry each: every wrong value by its path, every key that is unknown with the one that was likely meant or
 * the place it belongs to, and then once what is known there. `knownAt` gives the options at a path, `places` what is set elsewhere.
 */
export function optionFaults(
  issues: readonly Issue[],
  options: unknown,
  knownAt: (path: readonly PropertyKey[]) => readonly string[],
  places: readonly OptionPlace[] = [],
): string[] {
  return issues.flatMap((issue) => {
    const here = valueAt(options, issue.path)
    const at = dotted(issue.path)
    if (issue.code === 'unrecognized_keys') {
      const unknown = unknownOptions(issue.keys, knownAt(issue.path), places)
      const all = [...unknown, `${at === '' ? 'its' : 'the'} options are ${knownAt(issue.path).join(', ')}`]
      return [`${at === '' ? '' : `\`${at}\`: `}${all.join('; ')}`]
    }
    // Of a short form and an object, what was meant by an object is the object.
    const asObject = issue.code === 'invalid_union' && typeof here === 'object' && here !== null ? issue.errors.at(-1) : undefined
    if (asObject !== undefined) {
      const inside = asObject.map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
      return optionFaults(inside, options, knownAt, places)
    }
    return [`\`${at || 'options'}\`: ${optionMessage(issue, here)}`]
  })
}

/** In the schema's own words where it has some. */
export function optionMessage(issue: Issue, value: unknown): string {
  if (!issue.message.startsWith('expected')) return issueMessage(issue, value)
  return issue.code === 'custom' ? issue.message : `${issue.message}, received ${received(value)}`
}

/** What to say of each key that is none of those known: "no option `boddy`, did you mean `body`?". */
export function unknownOptions(keys: readonly string[], known: readonly string[], places: readonly OptionPlace[] = []): string[] {
  return keys
    .filter((key) => !known.includes(key))
    .map((key) => {
      const homes = places.filter(({ names }) => names.includes(key)).map(({ where }) => where)
      if (homes.length > 0) return `no option \`${key}\` here: it is an option of ${homes.join(' and of ')}`
      const own = nearest(key, known)
      if (own !== undefined) return `no option \`${key}\`, did you mean \`${own}\`?`
      const [home] = places.flatMap(({ where, names }) => nearest(key, names)?.concat(`\` of ${where}`) ?? [])
      return `no option \`${key}\`${home === undefined ? '' : `, did you mean \`${home}?`}`
    })
}
