import { readingFor } from '../../../src/metrics/compat.js'
import { isRight } from '../../../src/metrics/right.js'
import { comparedCases } from '../../../src/metrics/standings.js'
import { compareWithBaseline } from '../../../src/run/baseline/compare.js'
import { makeRecord } from '../records.js'
import { type CaseOfTable, comparedCase, comparedRun } from './compared.js'
import { readTable, runTable } from './table.js'

interface Row extends CaseOfTable {
  name: string
  task: 'rag' | 'retrieval'
  expected: boolean | null
  derivation: string
}

interface Change {
  name: string
  before: CaseOfTable
  after: CaseOfTable
  expected: string | null
  derivation: string
}

const table = readTable<{ cases: Row[]; changes: Change[] }>('right')

runTable('expected right and wrong cases', {
  rows: table.cases,
  nameOf: ({ name }) => name,
  compare: ({ task, expected, ...row }) => ({
    received: isRight(comparedCase({ id: 'a', hash: 'h', trial: 0 }, row), task === 'rag' ? 'answer' : task),
    expected,
  }),
})

const reading = readingFor(null)

function recordOf({ class: errorClass, outcome, g, c, r }: CaseOfTable) {
  return makeRecord({ id: 'a', errorClass: errorClass ?? 'unscored', outcome, signals: { g, c, r } })
}

runTable('expected changes of a case', {
  rows: table.changes,
  nameOf: ({ name }) => name,
  compare({ before, after, expected }) {
    const records = [recordOf(after)]
    const suite = (cases: CaseOfTable) => ({
      run: comparedRun(),
      cases: comparedCases([recordOf(cases)], reading),
      leftOut: [],
    })
    const { comparison } = compareWithBaseline(
      { suite: suite(after), records, slices: [], reading },
      { path: 'baselines/suite.jsonl', suite: suite(before) },
    )
    const lists = {
      'newly wrong': comparison?.newlyWrong ?? [],
      'newly right': comparison?.newlyRight ?? [],
      changed: comparison?.changed ?? [],
    }
    return {
      received: Object.entries(lists).flatMap(([kind, cases]) => cases.map(() => kind)),
      expected: expected === null ? [] : [expected],
    }
  },
})
