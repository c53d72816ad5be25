import { describe, expect, it } from 'vitest'
import { DatasetError } from '../errors.js'
import type { GoldSource } from '../schema/item.js'
import { loadManifest, parseManifest } from './manifest.js'
import { resolveGold } from './resolve-gold.js'

function caught(text: string): DatasetError {
  try {
    parseManifest(text, 'corpus.jsonl')
  } catch (error) {
    if (error instanceof DatasetError) return error
    throw error
  }
  throw new Error('expected a DatasetError')
}

describe('parseManifest', () => {
  it('reads BOM, CRLF, blank lines and a missing last newline', () => {
    const manifest = parseManifest(
      '\ufeff{"id":2,"title":"Arms Act, 1878","doc_type":"statute","chunks":4}\r\n\r\n{"id":"b","title":"2031 VSC 14 — A v. B"}',
      'corpus.jsonl',
    )
    expect(manifest.entries).toEqual([
      { id: '2', title: 'Arms Act, 1878', kind: 'statute' },
      { id: 'b', title: '2031 VSC 14 — A v. B', kind: 'decision' },
    ])
  })

  it('takes category where there is no doc_type', () => {
    const manifest = parseManifest('{"id":"b","title":"In re Baker","category":"caselaw"}', 'corpus.jsonl')
    expect(manifest.entries[0]?.kind).toBe('decision')
  })

  it('fault 43: names every fault with file, line, field and what was expected', () => {
    const { faults, message } = caught(
      '{"id":"a","title":"A Act"}\nnot json\n[1]\n{"title":""}\n{"id":9007199254740993,"title":"B","doc_type":7}\n',
    )
    expect(faults.map(({ line, field }) => `${line} ${field}`)).toEqual(['2 ', '3 ', '4 id', '4 title', '5 id', '5 doc_type'])
    expect(message).toContain('corpus.jsonl:2: expected one JSON object')
  })

  it('fault 44: 1 and "1" are one id; a repeated id names both lines', () => {
    expect(caught('{"id":1,"title":"A"}\n\n{"id":"1","title":"B"}').message).toContain(
      'corpus.jsonl:3 id: id "1" is already on line 1',
    )
  })

  it('an empty manifest is a fault, and so is a file that is not there', () => {
    expect(caught('\n').message).toContain('expected at least one document')
    expect(() => loadManifest('no-such-manifest.jsonl')).toThrow(/no-such-manifest\.jsonl cannot be read/)
  })
})

const corpus = parseManifest(
  [
    { id: 1, title: 'Companies Act, 2017' },
    { id: 2, title: 'Companies (Appointment of Legal Advisers) Act, 1974' },
    { id: 3, title: 'Protection of Women at the Work Place Act, 2010' },
    { id: 4, title: 'Pakistan Penal Code (PPC),1860 (Under Review)' },
    { id: 5, title: 'Sale of Goods (Retail) Act, 2029' },
    { id: 6, title: 'Sale of Goods (Export) Act, 2029' },
    { id: 7, title: '2031 VSC 14 — A v. B', doc_type: 'judgment' },
    { id: 8, title: 'Handbook' },
    { id: 9, title: 'Handbook' },
  ]
    .map((row) => JSON.stringify(row))
    .join('\n'),
  'corpus.jsonl',
)

describe('resolveGold', () => {
  const statute = (title: string): GoldSource => ({ kind: 'statute', title, optional: false })
  it.each<[string, GoldSource, string, string[], string]>([
    ['exact title', statute('Companies Act 2017'), 'exact', ['1'], ''],
    ['fault 49: a title that fits several: the one with equal words', statute('Companies Act'), 'rule', ['1'], ''],
    ['the title rule', statute('Pakistan Penal Code 1860'), 'rule', ['4'], ''],
    [
      'joined words',
      statute('Protection of Women at the Workplace Act 2010'),
      'joined',
      ['3'],
      'Protection of Women at the Work Place Act, 2010',
    ],
    ['fault 49: several fit, none has equal words', statute('Sale of Goods Act 2029'), 'ambiguous', [], 'fits 2 corpus titles'],
    ['another year', statute('Companies Act 1913'), 'none', [], 'is not in the corpus'],
    ['a judgment is no act', statute('2031 VSC 14 — A v. B'), 'none', [], 'is not in the corpus'],
    ['a decision', { kind: 'decision', citation: '[2031] VSC 14', optional: false }, 'exact', ['7'], ''],
    ['a prefix of a decision', { kind: 'decision', citation: '2031 VSC 1', optional: false }, 'none', [], 'is not in the corpus'],
    ['fault 50: a document that is there twice', { kind: 'document', id: '8', optional: false }, 'exact', ['8', '9'], '2 times'],
    ['a span', { kind: 'span', document: '5', start: 0, end: 3, optional: false }, 'exact', ['5'], ''],
    ['a passage alone says nothing of its document', { kind: 'passage', id: 'p1', optional: false }, 'none', [], ''],
  ])('%s', (_, gold, how, ids, warning) => {
    const found = resolveGold(gold, corpus)
    expect(found.how).toBe(how)
    expect(found.entries.map(({ id }) => id)).toEqual(ids)
    expect(found.warnings.join('\n')).toContain(warning)
    expect(found.warnings.length).toBe(warning === '' ? 0 : 1)
  })
})
