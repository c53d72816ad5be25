import { MatcherUsageError } from '../../errors.js'
import { issueText } from '../../schema/issue.js'
import { GoldSource } from '../../schema/item.js'
import type { CaseContext } from '../case-context.js'

/** A gold as a test writes it. */
export type GoldInput = {
  [Kind in GoldSource['kind']]: Omit<Extract<GoldSource, { kind: Kind }>, 'optional'> & { optional?: boolean }
}[GoldSource['kind']]

/** The golds that a matcher was given, else the item's; `options` are the matcher's. None that is required is a mistake in the test. */
export function goldsOf(
  matcher: string,
  given: GoldInput | readonly GoldInput[] | undefined,
  context: CaseContext | undefined,
  options: readonly string[],
): { golds: GoldSource[]; required: GoldSource[] } {
  refuseOptions(matcher, given, options)
  const golds = given === undefined ? (context?.item.golds ?? []) : parseGolds(matcher, given)
  const required = golds.filter(({ optional }) => !optional)
  if (required.length > 0) return { golds, required }
  throw new MatcherUsageError(
    `\`${matcher}\` needs a required gold: give the item \`golds\`, or write \`${matcher}([{ kind: 'statute', title, section }])\``,
  )
}

/** @throws MatcherUsageError where options stand in the place of golds, which they would be refused as without saying why. */
export function refuseOptions(matcher: string, given: unknown, options: readonly string[]): void {
  const entries = typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.entries(given) : []
  if (entries.length === 0 || !entries.every(([name]) => options.includes(name))) return
  const shown = entries.map(([name, value]) => (typeof value === 'object' ? name : `${name}: ${JSON.stringify(value)}`))
  throw new MatcherUsageError(
    `\`${matcher}\`: options are the second argument: write \`${matcher}(undefined, { ${shown.join(', ')} })\``,
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
