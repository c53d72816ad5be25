import type { SuiteReport, WorstItem } from '../../src/schema/report.js'
import { type Card, type Section, section } from './block.js'
import { shownAsNewlyWrong } from './comparison.js'

/** The items that a person should read first, with what is needed to judge them; what is newly wrong stands above. */
export function worstSection({ worst, task, comparison }: SuiteReport): Section[] {
  const shown = new Set(shownAsNewlyWrong(comparison).map(({ id }) => id))
  const cards = worst.filter(({ id }) => !shown.has(id)).map((item) => card(item, task))
  const text = cards.length > 0 && cards.length < worst.length ? 'What is newly wrong stands above.' : ''
  return section(
    'Worst items',
    cards.length === 0
      ? []
      : [
          { kind: 'text', text },
          { kind: 'cards', cards },
        ],
  )
}

function card(
  { id, trials, errorClass, ungrounded, place, question, gold, retrieved, claim, kind, reason, nearest, answer }: WorstItem,
  task: SuiteReport['task'],
): Card {
  const fields = [
    { name: 'question', text: question },
    { name: 'gold', text: gold },
    { name: 'retrieved', text: retrieved },
    { name: 'claim', text: claim },
    // The claim is a piece of the answer; where it is known, the rest of the answer is noise.
    { name: 'answer', text: claim === undefined ? answer : undefined },
    { name: 'reason', text: [kind, reason].filter(Boolean).join(': ') },
    { name: 'nearest', text: nearest },
  ]
  return {
    title: [
      id,
      task === 'retrieval' ? 'gold not retrieved' : errorClass,
      ...(ungrounded && errorClass === 'unscored' ? ['ungrounded'] : []),
      ...(trials === undefined ? [] : [`in ${trials.asBad} of ${trials.of} trials`]),
      ...(place === undefined ? [] : [place]),
    ].join(' · '),
    fields: fields.flatMap(({ name, text }) => (text === undefined || text.trim() === '' ? [] : [{ name, text }])),
  }
}
