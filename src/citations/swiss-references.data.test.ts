import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishedData } from '../../test/unit/data.js'
import { checkCitation } from './check-citation.js'
import { type CitedDocument, citationCorpus, idKey } from './citation-corpus.js'
import { parseCitations } from './parse-citations.js'

const { folder, absent, whetherSkipped } = publishedData('swiss-legal-rag-bench')
const others = publishedData('others')
const today = new Date('2026-09-05T00:00:00Z')

interface Reference {
  reference: string
  pinpoint?: string | null
  expected_status: string
  expected_decision_id?: string | null
  kind: string
}
interface Probe {
  expected: 'pass' | 'fail'
  draft_text: string
}

function jsonl<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line))
}
const references = absent ? [] : jsonl<Reference>(join(folder, 'related/citation_roundtrip_references.jsonl'))
const first = (reference: string) => parseCitations(reference, { today })[0]
const unique = (list: readonly string[]) => [...new Set(list)]

describe.skipIf(absent)(`references of the Swiss Legal RAG Bench, without a corpus${whetherSkipped}`, () => {
  it('193 of 195 parse; the two others name no court', () => {
    expect(references).toHaveLength(195)
    const unread = references.filter(({ reference }) => first(reference) === undefined)
    expect(unread.map(({ reference }) => reference)).toEqual(['1/2020', '247/2020'])
  })

  it('every federal one with an expected id gives that id up to separators', () => {
    const federal = references.filter(({ expected_decision_id: id }) => /^bge/u.test(id ?? ''))
    expect(federal.length).toBeGreaterThanOrEqual(137)
    for (const { reference, expected_decision_id: id } of federal) {
      // The source's name stands in front of the reporter's, save in one id, which leaves the reporter's out.
      const key = idKey(id ?? '').replace(/^bge bge /u, 'bge ')
      expect([reference, idKey(first(reference)?.id ?? '')]).toEqual([reference, key])
    }
  })

  it('every cantonal one with an expected id gives the end of that id', () => {
    const cantonal = references.filter(({ expected_decision_id: id }) => id && !/^bge/u.test(id))
    expect(cantonal.length).toBeGreaterThan(20)
    for (const { reference, expected_decision_id: id } of cantonal) {
      const key = idKey(first(reference)?.id ?? '')
      expect([reference, idKey(id ?? '').endsWith(key.replace(/^vd /u, ''))]).toEqual([reference, true])
    }
  })

  it('an id of that corpus is read as what it names', () => {
    for (const { reference, expected_decision_id: id } of references) {
      if (id) expect([reference, first(id)?.id]).toEqual([reference, first(reference)?.id])
    }
  })

  it('the 43 pinpoints that are written and have a field equal it', () => {
    const written = references
      .map(({ reference, pinpoint }) => ({ reference, field: pinpoint, read: first(reference)?.pinpoint }))
      .filter(({ field, read }) => field && read !== undefined)
    expect(written).toHaveLength(43)
    expect(written.filter(({ field, read }) => field !== read)).toEqual([])
    // None that is written was overlooked.
    const marked = references.filter(({ reference, pinpoint }) => pinpoint && /(?:E\.|consid\.| c\.) \d/u.test(reference))
    expect(marked).toHaveLength(43)
  })

  it('flags 5 of the missing, 1 of the discrepancies, and nothing else', () => {
    const flagged = references
      .map(({ reference, expected_status }) => ({ expected_status, status: checkCitation(reference, { today }).status }))
      .filter(({ status }) => status !== 'unverified' && status !== 'unrecognized')
    expect(flagged.map(({ expected_status, status }) => `${expected_status}: ${status}`).sort()).toEqual([
      'discrepancy: discrepancy',
      ...Array<string>(5).fill('missing: missing'),
    ])
  })

  it('flags 10 of the 12 fabricated probes and none of the real ones; the other two need a corpus', () => {
    const probes = jsonl<Probe>(join(folder, 'related/R1_adversarial_probes_v1.jsonl'))
    const flagged = ({ draft_text }: Probe) =>
      parseCitations(draft_text, { today }).some((one) => checkCitation(one).status !== 'unverified')
    expect(probes.filter(({ expected }) => expected === 'fail')).toHaveLength(12)
    expect(
      probes.filter((probe) => probe.expected === 'fail' && !flagged(probe)).map((probe) => first(probe.draft_text)?.id),
    ).toEqual(['BGE 140 III 87', 'BGE 140 III 86'])
    expect(probes.filter((probe) => probe.expected === 'pass' && flagged(probe))).toEqual([])
    expect(probes.filter(({ draft_text }) => first(draft_text) === undefined)).toEqual([])
  })
})

/** What the rows that resolve say of their documents: ids, days and considerations. */
function documentsOf(rows: readonly Reference[]): CitedDocument[] {
  const known = unique(rows.flatMap(({ expected_decision_id: id }) => id ?? []))
  return known.map((id) => {
    const own = rows.filter(
      ({ expected_decision_id, expected_status }) => expected_decision_id === id && expected_status === 'resolved',
    )
    const date = own.map(({ reference }) => first(reference)?.date).find((day) => day !== undefined)
    const pinpoints = unique(own.flatMap(({ pinpoint, reference }) => pinpoint ?? first(reference)?.pinpoint ?? []))
    return { id, date, pinpoints }
  })
}

describe.skipIf(absent)(`references of the Swiss Legal RAG Bench, against a corpus of their own ids${whetherSkipped}`, () => {
  // Two that upstream tells from "HC / 2020 / 38" and "NG190020" by their spaces.
  const quirks = /HC\/2020\/38|NG 190020/u
  // Rows that resolved in a larger corpus, without saying to what.
  const unnamed = ['VD.2020.89', 'HC / 2018 / 391', 'Gericht OW AbR 1992/93 Nr. 8 vom 26. November 2015']
  const kept = references.filter(({ reference }) => !quirks.test(reference) && !unnamed.includes(reference))

  it('every status is the expected one', () => {
    const documents = documentsOf(kept)
    // One docket, two decisions: upstream holds both, and the file names one.
    const twice = documents.find(({ id }) => id === 'bger_4A_191_2019')
    expect(twice?.date).toBe('2019-11-05')
    const corpus = citationCorpus([...documents, { id: 'bger_4A_191_2019_2', citation: '4A_191/2019', date: '2019-12-30' }])
    const wrong = kept
      .map(({ reference, pinpoint, expected_status, expected_decision_id: id }) => {
        const parsed = first(reference)
        // A pinpoint that upstream asks for beside the text.
        const asked = parsed && pinpoint ? { ...parsed, pinpoint } : parsed
        const { status, documents: found } = checkCitation(asked ?? reference, { corpus, today })
        return { reference, expected: expected_status, status, right: status !== 'resolved' || found.includes(id ?? '') }
      })
      .filter(({ expected, status, right }) => expected !== status || !right)
    expect(wrong).toEqual([
      // Upstream does not read a docket that it has not.
      { reference: '4C.230/2006', expected: 'unrecognized', status: 'missing', right: true },
    ])
    expect(kept.length).toBe(189)
  })

  it('fault 50: one decision under two ids is found by both', () => {
    const corpus = citationCorpus(['bge_BGE_138_III_416', 'bge_138 III 416'])
    expect(checkCitation('ATF 138 III 416', { corpus })).toEqual({
      status: 'resolved',
      documents: ['bge_BGE_138_III_416', 'bge_138 III 416'],
    })
  })
})

describe.skipIf(others.absent)(`LegalCiteBench${others.whetherSkipped}`, () => {
  it('200 of 200 citations are one citation of a U.S. reporter each, alone and in a sentence', () => {
    const rows = jsonl<{ ground_truth: { case_name: string; citation: string; year: string } }>(
      join(others.folder, 'legalcitebench/cat4-1_case_matching.first200.jsonl'),
    )
    expect(rows).toHaveLength(200)
    for (const { ground_truth } of rows) {
      const { citation, case_name: name, year } = ground_truth
      expect(parseCitations(citation).map(({ kind, id }) => [kind, id])).toEqual([['reporter-us', citation]])
      const sentence = parseCitations(`See ${name}, ${citation} (${year}).`).filter(({ kind }) => kind === 'reporter-us')
      expect(sentence.map(({ id, text, year: read }) => [id, text, read])).toEqual([[citation, citation, Number(year)]])
    }
  })
})
