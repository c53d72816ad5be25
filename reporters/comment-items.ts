import type { ChangedCase } from '../src/schema/comparison.js'
import type { SuiteReport, WorstItem } from '../src/schema/report.js'
import { oneLine } from '../src/text/clip.js'
import { escapeMarkdown } from './escape-markdown.js'
import { clip } from './layout.js'
import type { Section } from './sections/block.js'
import { suiteSections } from './sections/sections.js'

/** Address of a line of a data file; null where it has none. */
export type LinkTo = (place: { file: string; line: number }) => string | null

/** Code points of a text in an item: a claim or a passage is known by its beginning. */
const MOST_TEXT = 300
const MOST_NAME = 80

/** How many items a reviewer would read first: what became wrong, else what is worst; none where all is well, or where the run itself is in doubt. */
export function itemCount({ comparison, worst, status }: SuiteReport): number {
  if (status === 'INFRASTRUCTURE') return 0
  const newlyWrong = comparison?.newlyWrong.length ?? 0
  return newlyWrong > 0 || status === 'PASS' ? newlyWrong : worst.length
}

/** These items, at most so many. With them the sections that follow, without what is shown already. */
export function itemParts(suite: SuiteReport, most: number, link?: LinkTo): { items: string[]; sections: Section[] } {
  const sections = suiteSections(suite)
  if (Math.min(itemCount(suite), most) === 0) return { items: [], sections }
  const { comparison, worst, task } = suite
  const newlyWrong = comparison?.newlyWrong ?? []
  if (newlyWrong.length > 0) {
    const cards = newlyWrong.slice(0, most).map((item, index) => card(index, changedTitle(item, task, link), item))
    return {
      items: titled(`Newly wrong: ${newlyWrong.length}`, [...cards, ...others(newlyWrong.slice(most))]),
      sections: sections.map(withoutCards),
    }
  }
  const cards = worst.slice(0, most).map((item, index) => card(index, worstTitle(item, task, link), item))
  // They are shown above.
  return { items: titled('Worst items', cards), sections: sections.filter(({ title }) => title !== 'Worst items') }
}

/** The section on the baseline without the items that are shown above, and without the line that announces them. */
function withoutCards(section: Section): Section {
  if (section.title !== 'Since the baseline') return section
  const { blocks } = section
  return { ...section, blocks: blocks.filter(({ kind }, index) => kind !== 'cards' && blocks[index + 1]?.kind !== 'cards') }
}

function titled(title: string, lines: readonly string[]): string[] {
  return [`\n**${title}**\n\n`, ...lines]
}

function others(items: readonly ChangedCase[]): string[] {
  if (items.length === 0) return []
  const ids = items.slice(0, 20).map(({ id }) => escapeMarkdown(clip(id, MOST_NAME)))
  return [`\nAnd ${items.length} more: ${ids.join(', ')}${items.length > ids.length ? ' …' : ''}\n`]
}

function changedTitle({ id, before, now, place }: ChangedCase, task: SuiteReport['task'], link: LinkTo | undefined): string {
  const change = task === 'retrieval' ? 'gold not retrieved any more' : before === now ? now : `${before} → ${now}`
  return [`**${idText(id)}**`, escapeMarkdown(change), ...(place === undefined ? [] : [placeText(place, link)])].join(' · ')
}

function worstTitle(
  { id, errorClass, ungrounded, trials, place }: WorstItem,
  task: SuiteReport['task'],
  link: LinkTo | undefined,
): string {
  const found = place === undefined ? null : /^(.*):(\d+)$/u.exec(place)
  return [
    `**${idText(id)}**`,
    task === 'retrieval' ? 'gold not retrieved' : errorClass,
    ...(ungrounded && errorClass === 'unscored' ? ['ungrounded'] : []),
    ...(trials === undefined ? [] : [`in ${trials.asBad} of ${trials.of} trials`]),
    ...(found === null ? [] : [placeText({ file: found[1] ?? '', line: Number(found[2]) }, link)]),
  ].join(' · ')
}

function idText(id: string): string {
  return escapeMarkdown(clip(id, MOST_NAME))
}

function placeText(place: { file: string; line: number }, link: LinkTo | undefined): string {
  const text = escapeMarkdown(clip(`${place.file}:${place.line}`, 2 * MOST_NAME))
  const url = link?.(place) ?? null
  // An address that is not encoded could end the link, and begin anything.
  return url === null || !/^https?:\/\/[^\s()<>[\]]+$/u.test(url) ? text : `[${text}](${url})`
}

/** A numbered entry: question, then the claim that does not stand or else the answer, why, and the nearest passage. */
function card(
  index: number,
  title: string,
  item: Pick<WorstItem, 'question' | 'gold' | 'retrieved' | 'claim' | 'kind' | 'reason' | 'nearest' | 'answer'>,
): string {
  const { question, gold, retrieved, claim, kind, reason, nearest, answer } = item
  const number = `${index + 1}. `
  const fields = {
    question,
    gold,
    retrieved,
    claim,
    answer: claim === undefined ? answer : undefined,
    reason: [kind, reason].filter(Boolean).join(': '),
    nearest,
  }
  const lines = Object.entries(fields).flatMap(([field, text]) =>
    text === undefined || text.trim() === ''
      ? []
      : [`${' '.repeat(number.length)}- *${field}*: ${escapeMarkdown(oneLine(text, MOST_TEXT))}`],
  )
  return `${[number + title, ...lines].join('\n')}\n`
}
