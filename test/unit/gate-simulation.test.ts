import { describe, expect, it } from 'vitest'
import { JOBS, pairedJob, RUNS, TABLES } from '../../bench/gate-tables.js'
import { JUDGE, noninferiorStatus, pairedRun } from '../../bench/simulated-gates.js'
import { seeded } from '../../src/random.js'
import { decideGate } from '../../src/run/gates/gates.js'
import { Gate } from '../../src/schema/gate.js'
import { tableBelow } from './docs.js'

const PAGE = 'docs/gates-simulation.md'
const ALPHA = 0.05
/** What 2,000 runs may show where the true share is alpha: two standard errors above it. */
const BOUND = ALPHA + 2 * Math.sqrt((ALPHA * (1 - ALPHA)) / RUNS)

const rowsOf = (heading: string) => tableBelow(PAGE, heading).slice(1)
const shareOf = (cell = '') => Number(cell.replace('%', '')) / 100

describe('false alarms of gates, as simulated and shown', () => {
  it.each([
    ['A limit above', '5%', 2, 3],
    ['A limit below', '80%', 2, 3],
  ])('%s: at the limit `confident` neither fails nor passes more often than alpha', (heading, limit, fails, passes) => {
    const rows = rowsOf(heading).filter(([, rate]) => rate === limit)
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) {
      expect(shareOf(row[fails]), `fails: ${row.join(' | ')}`).toBeLessThanOrEqual(BOUND)
      expect(shareOf(row[passes]), `passes: ${row.join(' | ')}`).toBeLessThanOrEqual(BOUND)
    }
  })

  it('fault 57: where nothing became worse, of twins too, `regression` fails no more often than alpha, alone and in a family', () => {
    const rows = rowsOf('Regression').filter(([, worse]) => worse === 'nothing')
    expect(rows.length).toBeGreaterThan(5)
    for (const [questions, , alone, bearing, , ofFour, anyOfFour] of rows) {
      for (const cell of [alone, bearing, ofFour, anyOfFour]) {
        expect(shareOf(cell), `${questions}: ${cell}`).toBeLessThanOrEqual(BOUND)
      }
    }
  })

  it('Noninferiority: where it is worse by the margin it passes no more often than alpha', () => {
    const rows = rowsOf('Noninferiority').filter(([, worse]) => worse === '5 points')
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) expect(shareOf(row[2]), row.join(' | ')).toBeLessThanOrEqual(BOUND)
  })

  it('Every setting of the simulation has its rows, with the columns of the table', () => {
    for (const { heading, columns } of TABLES) {
      const [header, ...rows] = tableBelow(PAGE, heading)
      expect(header).toEqual(columns)
      expect(rows.every((row) => row.length === columns.length)).toBe(true)
    }
  })
})

describe('the simulation', () => {
  it('takes `noninferior` by its bounds, and comes to what the gate comes to', { timeout: 60_000 }, () => {
    const random = seeded(7)
    const gate = Gate.parse({ metric: 'correct', mode: 'noninferior', margin: 0.05 })
    const runs = [0, 0.05, 0.2, 0.3].flatMap((worse) =>
      Array.from({ length: 15 }, () => {
        const evidence = pairedRun({ n: 120, twins: worse > 0.2, wrong: 0.15, judge: JUDGE }, 'correct', worse, random)
        return [noninferiorStatus(evidence, 'correct', 0.05), decideGate(gate, evidence).status]
      }),
    )
    expect(new Set(runs.flat())).toEqual(new Set(['pass', 'undecided', 'fail']))
    for (const [simulated, decided] of runs) expect(simulated).toBe(decided)
  })
})

describe('rows of the page, made again', () => {
  it.each(['A limit above: 120, 5%', 'A limit above: 120 in 60 pairs, 5%'])('%s', { timeout: 300_000 }, (name) => {
    const job = JOBS.find((one) => one.name === name)
    expect(job).toBeDefined()
    for (const [heading, rows] of Object.entries(job?.rows(RUNS) ?? {}))
      expect(rowsOf(heading)).toEqual(expect.arrayContaining(rows))
  })

  it.each([false, true])('differences: 120 questions, twins: %s, nothing worse', { timeout: 300_000 }, (twins) => {
    for (const [heading, [row]] of Object.entries(pairedJob({ n: 120, twins }, [0]).rows(RUNS))) {
      expect(rowsOf(heading)).toContainEqual(row)
    }
  })
})
