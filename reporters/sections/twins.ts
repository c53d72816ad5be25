import type { SuiteReport } from '../../src/schema/report.js'
import { capped, MOST_LISTED, type Section, section } from './block.js'
import { rates } from './rates.js'

/** Whether the same question meets the same fate in two languages: the pairs that disagree, and the twins left out. */
export function twinsSection(suite: SuiteReport): Section[] {
  if (suite.task === 'retrieval') return []
  const { disagreeing, leftOut } = suite.twins
  const worse = (side: 'base' | 'twin' | 'neither') => disagreeing.filter((pair) => pair.worse === side).length
  const more = disagreeing.length - MOST_LISTED
  const directions = [`the twin does worse in ${worse('twin')}`, `the base in ${worse('base')}`]
  return section('Twins', [
    rates(suite, ['twinParity']),
    {
      kind: 'text',
      text:
        disagreeing.length === 0
          ? ''
          : `${disagreeing.length} ${disagreeing.length === 1 ? 'disagrees' : 'disagree'}: ${directions.join(', ')}${neither(worse('neither'))}.`,
    },
    {
      kind: 'table',
      table: {
        columns: [{ header: 'base' }, { header: 'outcome' }, { header: 'twin' }, { header: 'outcome' }, { header: 'worse' }],
        rows: disagreeing
          .slice(0, MOST_LISTED)
          .map(({ base, twin, baseOutcome, twinOutcome, worse }) => [base, baseOutcome, twin, twinOutcome, worse]),
      },
    },
    { kind: 'text', text: more > 0 ? `and ${more} more` : '' },
    { kind: 'text', text: leftOut.length === 0 ? '' : `Left out: ${leftOut.length}` },
    { kind: 'list', items: capped(leftOut.map(({ base, twin, reason }) => `${twin}, twin of ${base}: ${reason}`)) },
  ])
}

function neither(count: number): string {
  return count === 0 ? '' : `, neither in ${count}`
}
