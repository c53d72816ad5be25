import { isRight } from '../../../src/metrics/right.js'
import { pairCases } from '../../../src/run/baseline/pair.js'
import { comparisonRefusal } from '../../../src/run/baseline/refusal.js'
import { type CaseOfTable, comparedCase, comparedRun } from './compared.js'
import { readTable, runTable } from './table.js'

type Kind = 'same' | 'renamed' | 'edited' | 'added' | 'removed' | 'none' | 'refused'

interface Row {
  name: string
  item: Kind
  before: CaseOfTable | null
  after: CaseOfTable | null
  expected: { red: boolean }
  derivation: string
}

const BEFORE: Partial<Record<Kind, { id: string; hash: string }>> = {
  renamed: { id: 'b', hash: 'h' },
  edited: { id: 'a', hash: 'other' },
}

/** The others of the suite, so that one case more or less is no reason not to compare. */
const OTHERS = Array.from({ length: 20 }, (_, i) => comparedCase({ id: `i${i}`, hash: `h${i}`, trial: 0 }))

runTable('expected red cases of a ratchet', {
  rows: readTable<{ cases: Row[] }>('ratchet').cases,
  nameOf: ({ name }) => name,
  compare({ item, before, after, expected }) {
    const base = before === null ? [] : [comparedCase({ id: 'a', hash: 'h', trial: 0, ...BEFORE[item] }, before)]
    const now = after === null ? [] : [comparedCase({ id: 'a', hash: 'h', trial: 0 }, after)]
    const pairing = pairCases(item === 'none' ? [] : [...OTHERS, ...base], [...OTHERS, ...now])
    const earlier = comparedRun(
      item === 'refused' ? { judge: { name: 'llm', model: 'm0', rubric: 'r1', offline: false, members: [] } } : {},
    )
    const refusal = comparisonRefusal(earlier, comparedRun(), pairing)
    // As `holdRatchet` has it, which needs a run of Vitest: right in what is paired, wrong now.
    const red = pairing.pairs.filter((pair) => isRight(pair.base) === true && isRight(pair.now) === false)
    return { received: { red: refusal === null && red.length > 0 }, expected }
  },
})
