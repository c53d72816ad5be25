import { z } from 'zod'
import { type CitesGoldOptions, retrievesGold } from '../../citations/cites-gold.js'
import type { Manifest } from '../../citations/manifest.js'
import { MatcherUsageError } from '../../errors.js'
import { passageName } from '../../metrics/evidence.js'
import { isUntold, retrievable } from '../../run/golds.js'
import { Compat } from '../../schema/compat.js'
import type { GoldSource } from '../../schema/item.js'
import type { Passage } from '../../schema/response.js'
import { type MatcherResult, type MatcherThis, mustBeAwaited } from '../awaited.js'
import { subjectOf, undetermined } from './assessment.js'
import { type GoldInput, goldsOf } from './golds.js'
import { goldName, goldsHeading, lines } from './message.js'
import { checkOptions, MANIFEST } from './options.js'

export interface RetrieveGoldOptions {
  /** How many of the first passages are looked at. @default all */
  k?: number
  /** Asks for every required gold, not for any. @default false */
  all?: boolean
  /**
   * `section` asks for the section too; where no passage of the document names one, it is undetermined. With `all`, golds without a section are asked for by
   * their document. @default 'document'
   */
  level?: 'document' | 'section'
  compat?: Compat
  /** The corpus that golds and titles of passages are looked up in. */
  corpus?: Manifest
}

/**
 * A required gold is among the passages that were retrieved. Golds come from the item inside a benchmark. Passages that were put into the context count for
 * nothing, and golds among them are found by construction: where none is left, it is undetermined. No golds at all is a mistake
 * in the test; passages that the system did not report leave it undetermined in a benchmark and are a mistake elsewhere.
 */
export function toRetrieveGold(
  this: MatcherThis,
  received: unknown,
  golds?: GoldInput | readonly GoldInput[],
  options: RetrieveGoldOptions = {},
) {
  return mustBeAwaited(toRetrieveGold, this, check(received, golds, options, this.isNot))
}

const SHAPE = {
  k: z.int().min(1).optional(),
  all: z.boolean().optional(),
  level: z.enum(['document', 'section']).optional(),
  compat: Compat.optional(),
  corpus: MANIFEST.optional(),
}

async function check(
  received: unknown,
  given: GoldInput | readonly GoldInput[] | undefined,
  options: RetrieveGoldOptions,
  isNot: boolean,
): Promise<MatcherResult> {
  checkOptions('toRetrieveGold', SHAPE, options)
  const { k, all = false, level = 'document', ...matching } = options
  const { response, context } = subjectOf('toRetrieveGold', received, 'retrieval')
  const { golds, required } = goldsOf('toRetrieveGold', given, context, Object.keys(SHAPE))
  const expectation = [
    `expected the retrieval ${isNot ? 'not ' : ''}to find ${all ? 'every gold source' : 'a gold source'}`,
    level === 'section' ? ' with the section' : '',
    k === undefined ? '' : ` among the first ${k}`,
  ].join('')
  if (response.passages === undefined) {
    if (context !== undefined) return undetermined(isNot, expectation, 'passages not reported')
    throw new MatcherUsageError(
      '`toRetrieveGold` needs the passages: give the response `passages`, empty where retrieval found nothing',
    )
  }
  const how = { ...context?.golds, ...matching }
  const { required: sought, own: found = [], byConstruction } = retrievable(golds, response.passages, how)
  const seen = found.slice(0, k)
  const results = (all ? sought.map((gold) => [gold]) : [sought]).map((some) => ({
    some,
    ...among(some, seen, all && !some.some(hasSection) ? 'document' : level, how),
  }))
  const missing = all ? results.flatMap(({ some, hit }) => (hit === true ? [] : some)) : []
  const facts = [
    ...lines(goldsHeading(isNot), sought.map(goldName)),
    ...lines(
      'received:',
      seen.map((passage, index) => `${index + 1}. ${passageName(passage) || 'passage'}${idsOf(passage, sought)}`),
    ),
    ...(missing.length === 0 || isNot ? [] : lines('missing: ', missing.map(goldName))),
    ...(byConstruction === 0 ? [] : [`put into the context, and so not asked: ${byConstruction} of ${required.length} golds`]),
  ]
  if (sought.length === 0)
    return undetermined(isNot, expectation, 'every gold was put into the context: found by construction', facts)
  const pass = all ? everyOf(results.map(({ hit }) => hit)) : (results[0]?.hit ?? null)
  if (pass === null) {
    return undetermined(isNot, expectation, results.find(({ hit }) => hit === null)?.why ?? 'not known', facts)
  }
  return { pass, message: () => [expectation, '', ...facts].join('\n') }
}

/** The ids that golds are compared by, as they are written, where the name of a passage does not say them. */
function idsOf(passage: Passage, golds: readonly GoldSource[]): string {
  const kinds = new Set(golds.map(({ kind }) => kind))
  const { id, document, start, end } = passage
  const byDocument = kinds.has('document') || kinds.has('span')
  const named = (label: string, value: string | undefined) =>
    value === undefined || value === passageName(passage) ? [] : [`${label} ${JSON.stringify(value)}`]
  const ids = [
    ...(byDocument || kinds.has('passage') ? named('id', id) : []),
    ...(byDocument ? named('document', document) : []),
    ...(kinds.has('span') && start !== undefined && end !== undefined ? [`${start}–${end}`] : []),
  ]
  return ids.length === 0 ? '' : ` (${ids.join(', ')})`
}

/** Whether any of some golds is among passages. */
function among(
  golds: readonly GoldSource[],
  passages: readonly Passage[],
  level: 'document' | 'section',
  options: CitesGoldOptions,
) {
  const { document, section, reason, sectionReason } = retrievesGold(golds, passages, options)
  if (document === false && passages.some(isUntold(golds)))
    return { hit: null, why: 'a passage without a name or an id may be the gold' }
  if (document !== true || level === 'document') return { hit: document, why: reason }
  return { hit: section, why: sectionReason }
}

function hasSection(gold: GoldSource): boolean {
  return 'section' in gold && gold.section !== undefined
}

function everyOf(answers: readonly (boolean | null)[]): boolean | null {
  return answers.includes(false) ? false : answers.includes(null) ? null : true
}
