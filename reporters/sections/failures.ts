import { unpaidText } from '../../src/run/unpaid.js'
import type { FailureRow, SuiteReport } from '../../src/schema/report.js'
import { count } from '../../src/text/count.js'
import { type Block, type Section, section } from './block.js'

const MOST_NAMED = 5

/** What cases were lost to, in the words of whoever failed: the advice stands at the end of a message, where the first line cuts it. */
export function failuresSection({ failures }: SuiteReport, { watch = false }: { watch?: boolean } = {}): Section[] {
  const again: Block = { kind: 'text', text: AGAIN }
  return section('Failures', [...failures.flatMap(blocks), ...(!watch && failures.some(isOfCall) ? [again] : [])])
}

const AGAIN = '`npx vitest-docket resume --rerun infrastructure` asks these again, and nothing else.'

/** What a recorded run or a recording says, it says the next time too. */
function isOfCall({ kind }: FailureRow): boolean {
  return kind !== 'recorded' && kind !== 'replay'
}

function blocks({ stage, kind, cases, messages, further, ids }: FailureRow): Block[] {
  const several = messages.length > 1
  const items = messages.map(({ message, cases: of }) => (several && of > 1 ? `${message} (${count(of, 'case')})` : message))
  return [
    { kind: 'text', text: `${stage} ${kind}, ${count(cases, 'case')}: ${named(ids, cases)}` },
    { kind: 'list', items: further === 0 ? items : [...items, `and ${count(further, 'other message')}`] },
  ]
}

/** What the budget did not reach: nobody's failure, and mended by whoever runs the suite. */
export function budgetSection({ budget }: SuiteReport): Section[] {
  if (budget === null) return []
  const { cases, ids } = budget
  const said = unpaidText(budget)
  return section('Budget', [
    { kind: 'text', text: `${said.charAt(0).toUpperCase()}${said.slice(1)}.` },
    { kind: 'text', text: `Not judged: ${named(ids.slice(0, MOST_NAMED), cases)}` },
  ])
}

function named(first: readonly string[], of: number): string {
  return first.length < of ? `${first.join(', ')} and ${of - first.length} more` : first.join(', ')
}
