import { groupBy } from '../../src/group-by.js'
import { describeGate } from '../../src/run/gates/names.js'
import type { SuiteReport } from '../../src/schema/report.js'
import { gateReason } from '../table.js'
import { capped, type Section, section } from './block.js'

/** Every gate in full: what it was decided on, and the first cases that count against it; what closed several is said once. */
export function gatesSection({ gates, status }: SuiteReport): Section[] {
  if (gates.length === 0) return []
  const known = gates.filter(({ metric }) => metric !== null)
  if (status === 'INFRASTRUCTURE' && known.length === gates.length) {
    const names = gates.map(({ gate }) => describeGate(gate))
    return section('Gates', [
      { kind: 'text', text: `None is decided while the run itself is in doubt: ${capped(names).join('; ')}.` },
    ])
  }
  const alike = groupBy(gates, (result) => `${word(result.status)} ${gateReason(result)}`)
  const items = [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const names = [first, ...others].map(({ gate }) => describeGate(gate))
    return [`${word(first.status)} ${names.join('; ')}: ${gateReason(first)}`]
  })
  return section('Gates', [{ kind: 'list', items: capped(items), statusFirst: true }])
}

function word(status: string): string {
  return status === 'fail' ? 'FAIL' : status
}
