import type { ParsedCitation } from '../../../citations/parsed-citation.js'
import type { Section } from '../../../citations/section-unit.js'

/** A title that seems to end in a parenthesis goes on behind it: "Penal Code (Amendment)" in "Penal Code (Amendment) Act 2031". */
const GOES_ON = /^ (?:Act|Ordinance|Order|Code|Rules|Regulations)(?:,? (?:of )?(?:1[5-9]|20)\d\d)?(?![\p{L}\p{N}])/u

/** Each act that a question cites, by its title, with its sections, each once. */
export function actsCited(question: string, cited: readonly ParsedCitation[]): Map<string, Section[]> {
  const groups = new Map<string, Map<string, Section>>()
  for (const { kind, act, section } of cited) {
    if (kind !== 'statute' || act === undefined) continue
    const title = wholeTitle(act, question)
    const sections = groups.get(title) ?? new Map<string, Section>()
    if (section !== undefined) sections.set(JSON.stringify([section.number, section.subs]), section)
    groups.set(title, sections)
  }
  return new Map([...groups].map(([title, sections]) => [title, [...sections.values()]]))
}

function wholeTitle(act: string, question: string): string {
  if (!act.endsWith(')')) return act
  const at = question.indexOf(act)
  if (at === -1) return act
  const end = at + act.length
  return `${act}${GOES_ON.exec(question.slice(end, end + 40))?.[0] ?? ''}`
}

/** Words of a question in front of a title, which are capitals where it begins: "Was the Penal Code 2019". */
const IN_FRONT =
  /^(?:\p{Lu}\p{L}* the|An?|Are|Can|Could|Did|Do|Does|Had|Has|Have|How|Is|May|Might|Must|Shall|Should|Was|Were|What|When|Where|Which|Who|Whose|Why|Will|Would)(?: the)? (?=\p{Lu})/u

/** The title alone, as it is said where no act has it. */
export function titleAlone(act: string): string {
  return act.replace(IN_FRONT, '')
}
