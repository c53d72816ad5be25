import { z } from 'zod'
import { withPassages } from '../../citations/cited-passages.js'
import { citesGold } from '../../citations/cites-gold.js'
import type { Manifest } from '../../citations/manifest.js'
import { MatcherUsageError } from '../../errors.js'
import { Compat } from '../../schema/compat.js'
import { type MatcherResult, type MatcherThis, mustBeAwaited } from '../awaited.js'
import { subjectOf, undetermined } from './assessment.js'
import { type GoldInput, goldsOf } from './golds.js'
import { citationName, goldName, goldsHeading, lines } from './message.js'
import { checkOptions, MANIFEST } from './options.js'

export interface CiteGoldOptions {
  /** `section` asks for the section too; a citation that names none leaves it undetermined. @default 'document' */
  level?: 'document' | 'section'
  compat?: Compat
  /** The corpus that golds and cited titles are looked up in. */
  corpus?: Manifest
}

/**
 * The answer cites at least one required gold. Golds come from the item inside a benchmark. No golds at all is a mistake in the
 * test; citations that the system did not report leave it undetermined in a benchmark and are a mistake elsewhere.
 */
export function toCiteGold(
  this: MatcherThis,
  received: unknown,
  golds?: GoldInput | readonly GoldInput[],
  options: CiteGoldOptions = {},
) {
  return mustBeAwaited(toCiteGold, this, check(received, golds, options, this.isNot))
}

const SHAPE = {
  level: z.enum(['document', 'section']).optional(),
  compat: Compat.optional(),
  corpus: MANIFEST.optional(),
}

async function check(
  received: unknown,
  given: GoldInput | readonly GoldInput[] | undefined,
  { level = 'document', ...options }: CiteGoldOptions,
  isNot: boolean,
): Promise<MatcherResult> {
  checkOptions('toCiteGold', SHAPE, { level, ...options })
  const { response, context } = subjectOf('toCiteGold', received)
  const { golds, required } = goldsOf('toCiteGold', given, context, Object.keys(SHAPE))
  if (response.citations === undefined && context === undefined) {
    throw new MatcherUsageError('`toCiteGold` needs the citations: give the response `citations`, empty where it cites nothing')
  }
  const expectation = `expected the answer ${isNot ? 'not ' : ''}to cite its gold source${level === 'section' ? ' with the section' : ''}`
  const result = citesGold(golds, withPassages(response.citations, response.passages), { ...context?.golds, ...options })
  const pass = level === 'section' && result.document !== false ? result.section : result.document
  const facts = [
    ...lines(goldsHeading(isNot), required.map(goldName)),
    ...lines('received:', (response.citations ?? []).map(citationName)),
    ...(result.warnings.length === 0 ? [] : lines('data:    ', result.warnings)),
  ]
  if (pass === null) {
    return undetermined(isNot, expectation, result.reason ?? result.sectionReason ?? 'not known', facts)
  }
  return { pass, message: () => [expectation, '', ...facts].join('\n') }
}
