import { MatcherUsageError } from '../../errors.js'
import { issueText } from '../../schema/issue.js'
import { GoldSource } from '../../schema/item.js'
import type { CaseContext } from '../case-context.js'

/** A gold as a test writes it. */
export type GoldInput = {
  [Kind in GoldSource['kind']]: Omit<Extract<GoldSource, { kind: Kind }>, 'optional'> & { optional?: boolean }
}[GoldSource['kind']]

/** The golds that a matcher was given, else the item's. None that is required is a mistake in the test. */
export function goldsOf(
  matcher: string,
  given: GoldInput | readonly GoldInput[] | undefined,
  context: CaseContext | undefined,
): { golds: GoldSource[]; required: GoldSource[] } {
  const golds = given === undefined ? (context?.item.golds ?? []) : parseGolds(matcher, given)
  const required = golds.filter(({ optional }) => !optional)
  if (required.length > 0) return { golds, required }
  throw new MatcherUsageError(
    `\`${matcher}\` needs a required gold: give the item \`golds\`, or write \`${matcher}([{ kind: 'statute', title, section }])\``,
  )
}

function parseGolds(matcher: string, given: GoldInput | readonly GoldInput[]): GoldSource[] {
  return (Array.isArray(given) ? given : [given]).map((gold: GoldInput, index) => {
    const parsed = GoldSource.safeParse(gold)
    if (parsed.success) return parsed.data
    const kinds = GoldSource.options.map(({ shape }) => shape.kind.value).join(', ')
    throw new MatcherUsageError(
      `\`${matcher}\`: gold ${index}: ${issueText(parsed.error)}; expected a gold with a \`kind\`: ${kinds}`,
    )
  })
}
