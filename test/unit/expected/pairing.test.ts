import { pairCases } from '../../../src/run/baseline/pair.js'
import { comparisonRefusal } from '../../../src/run/baseline/refusal.js'
import { caseId } from '../../../src/run/record.js'
import type { Compat } from '../../../src/schema/compat.js'
import { comparedCase, comparedRun } from './compared.js'
import { readTable, runTable } from './table.js'

interface ItemOfTable {
  id: string
  hash: string
  trial: number
}

interface JudgeOfTable {
  name: string
  model?: string
  rubric?: string
  members?: { name: string; model?: string; rubric?: string }[]
}

interface HeaderOfTable {
  task: 'rag' | 'retrieval'
  judge: JudgeOfTable
  compat: string[]
}

interface Row {
  name: string
  baseline: ItemOfTable[]
  run: ItemOfTable[]
  leftOut: string[]
  headers?: { baseline: HeaderOfTable; run: HeaderOfTable }
  expected: {
    pairs: [string, string, number][]
    added: string[]
    removed: string[]
    edited: string[]
    renamed: [string, string][]
    shared: number
    of: number
    refused?: 'task' | 'judge' | 'compat' | 'shared' | null
  }
  derivation: string
}

const REASON = { task: 'another task', judge: 'another judge', compat: 'another reading', shared: 'only ' }

/** Readings that the product knows, for the names that the table made up. */
const COMPAT: Record<string, Compat> = { 'butler-2026': 'legal-rag-bench', 'legalbenchrag-2024': 'legalbench-rag' }

function runOf({ task, judge, compat: [compat] }: HeaderOfTable) {
  const { members = [], ...own } = judge
  return comparedRun({
    task: task === 'rag' ? 'answer' : task,
    judge: { ...own, offline: false, members },
    compat: compat === undefined ? null : (COMPAT[compat] ?? null),
  })
}

runTable('expected pairing of two runs', {
  rows: readTable<{ cases: Row[] }>('pairing').cases,
  nameOf: ({ name }) => name,
  compare({ baseline, run, leftOut, headers, expected }) {
    // Cases of later trials have ids of their own; the table names the item.
    const items = new Map([...baseline, ...run].map(({ id, trial }) => [caseId(id, trial), id]))
    const itemOf = (id: string) => items.get(id) ?? id
    const cases = (side: ItemOfTable[]) => side.map(({ id, hash, trial }) => comparedCase({ id: caseId(id, trial), hash, trial }))
    const pairing = pairCases(cases(baseline), cases(run), new Set(leftOut))
    const refusal = comparisonRefusal(
      headers === undefined ? comparedRun() : runOf(headers.baseline),
      headers === undefined ? comparedRun() : runOf(headers.run),
      pairing,
    )
    const { refused, ...told } = expected
    const reason = refused === null || refused === undefined ? null : REASON[refused]
    const cut = reason === null || refusal === null ? refusal : refusal.slice(0, reason.length)
    return {
      received: {
        pairs: pairing.pairs.map(({ base, now }) => [itemOf(base.id), itemOf(now.id), now.trial]),
        added: pairing.added.map(itemOf).sort(),
        removed: pairing.removed.map(itemOf).sort(),
        edited: pairing.edited.map(itemOf).sort(),
        renamed: pairing.renamed.map(({ before, now }) => [itemOf(before), itemOf(now)]).sort(),
        shared: pairing.shared,
        of: pairing.of,
        ...(refused === undefined ? {} : { refused: cut }),
      },
      expected: { ...told, ...(refused === undefined ? {} : { refused: reason }) },
    }
  },
})
