import { goldFinder } from '../../../src/run/golds.js'
import { GoldSource, Item } from '../../../src/schema/item.js'
import type { Passage } from '../../../src/schema/response.js'
import { readTable, runTable } from './table.js'

interface Row {
  name: string
  golds: unknown[]
  passages: Passage[] | null
  expected: boolean | null
  derivation: string
}

runTable('expected r of golds that are spans', {
  rows: readTable<{ cases: Row[] }>('spans-r').cases,
  nameOf: ({ name }) => name,
  compare({ golds, passages, expected }) {
    const item = Item.parse({ id: 'i', question: 'Who pays?', golds: golds.map((gold) => GoldSource.parse(gold)) })
    const { findings } = goldFinder({})(item, { answer: 'The tenant pays.', ...(passages === null ? {} : { passages }) })
    return { received: findings.retrieved, expected }
  },
})
