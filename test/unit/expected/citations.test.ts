import { expect } from 'vitest'
import { citesGold } from '../../../src/citations/cites-gold.js'
import { manifestOf } from '../../../src/citations/manifest.test-util.js'
import { GoldSource } from '../../../src/schema/item.js'
import type { Citation } from '../../../src/schema/response.js'
import { readTable, runTable } from './table.js'

interface Row {
  id: string
  golds: unknown[]
  citations: Citation[] | null
  compat?: 'paklegalqa'
  manifest?: string[]
  expected: { document: boolean | null; section: boolean | null; reason?: string; warningNames?: string }
  derivation: string
}

runTable('expected citation matches', {
  rows: readTable<{ cases: Row[] }>('citations').cases,
  nameOf: ({ id }) => id,
  disputed: { c037: '"(ATA)" repeats the title "Anti Terrorism Act": a content word by the table, none by the code' },
  compare({ golds, citations, compat, manifest, expected }) {
    const lines = manifest?.map((title, id) => JSON.stringify({ id, title }))
    const corpus = lines && manifestOf(lines.join('\n'))
    const { document, section, reason, warnings } = citesGold(
      golds.map((gold) => GoldSource.parse(gold)),
      citations,
      { ...(compat && { compat }), ...(corpus && { corpus }) },
    )
    return {
      received: {
        document,
        section,
        ...(expected.reason === undefined ? {} : { reason }),
        ...(expected.warningNames === undefined ? {} : { warningNames: warnings }),
      },
      expected: {
        ...expected,
        ...(expected.warningNames === undefined
          ? {}
          : { warningNames: expect.arrayContaining([expect.stringContaining(expected.warningNames)]) }),
      },
    }
  },
})
