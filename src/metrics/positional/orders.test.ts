import { describe, expect, it } from 'vitest'
import { failed, simulatedRecord } from '../../../bench/simulated-runs.js'
import type { CaseRecord } from '../../schema/record.js'
import { positionalCheck } from '../positional.js'
import { orders } from './orders.js'

const RUN = 'the run before'

/** A run of so many answers, each dispatched a second after the one before. */
function run(length: number): CaseRecord[] {
  return Array.from({ length }, (_, i) => ({
    ...simulatedRecord({ id: `item ${i}`, position: i }),
    ...{ sequence: i, startedAt: i * 1000 },
  }))
}

const late = (record: CaseRecord): CaseRecord => ({ ...record, startedAt: (record.startedAt ?? 0) + 1e6 })

describe('the orders of a run', () => {
  it('are two where dispatch and start differ', () => {
    const records = run(3)
    const [first, ...rest] = records
    expect(orders(records).map(({ name }) => name)).toEqual(['dispatch'])
    expect(orders(first === undefined ? [] : [late(first), ...rest]).map(({ name }) => name)).toEqual(['dispatch', 'start time'])
  })

  it('are one in a run that was resumed: failures that are asked again fail together by time, where they were dispatched they do not', () => {
    const isDown = (i: number) => i % 100 === 50
    const rerun = (takenFrom?: string) =>
      run(1000).map((record, i) => (isDown(i) ? late(failed(record)) : { ...record, takenFrom }))
    expect(positionalCheck(rerun(RUN)).suspects).toEqual([])
    // Without that they would be called an outage, or this would show nothing.
    expect(positionalCheck(rerun()).suspects.map(({ order }) => order)).toContain('start time')
  })

  it('show an outage across the seam, and call no seam one', () => {
    const seamed = run(300).map((record, i) => (i < 150 ? { ...record, takenFrom: RUN } : late(record)))
    expect(positionalCheck(seamed).suspects).toEqual([])
    const outage = seamed.map((record, i) => (i >= 140 && i < 160 ? failed(record) : record))
    expect(positionalCheck(outage).suspects).toContainEqual(expect.objectContaining({ signal: 'error', from: 140, to: 159 }))
  })
})
