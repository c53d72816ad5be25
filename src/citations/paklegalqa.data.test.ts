import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishedData } from '../../test/unit/data.js'
import { loadManifest } from '../datasets/manifest.js'
import type { GoldSource } from '../schema/item.js'
import { type CitesGoldOptions, citesGold } from './cites-gold.js'
import type { Manifest } from './manifest.js'
import { sectionsIn, takeSections } from './section-forms.js'

const { folder: data, absent, whetherSkipped } = publishedData('paklegalqa')

interface Row {
  question_id: string
  mode: string
  sources: { title: string }[]
}
interface Published {
  id: string
  gold_sources: { doc_type: string; title: string; citation: string; section?: string; optional?: boolean }[]
}

function jsonl<T>(file: string): T[] {
  return readFileSync(join(data, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): T => JSON.parse(line))
}

function golds({ gold_sources }: Published): GoldSource[] {
  return gold_sources.map(({ doc_type, title, citation, section, optional = false }) =>
    doc_type === 'statute' ? { kind: 'statute', title, section, optional } : { kind: 'decision', citation, optional },
  )
}

/** Gold hits over a recorded run, rows as they are: `skip` names the modes that are no answer. */
function score(run: string, options: CitesGoldOptions, skip: string[] = []) {
  const rows = new Map(jsonl<Row>(`runs/${run}.jsonl`).map((row) => [row.question_id, row]))
  const results = jsonl<Published>('benchmark/all-360.jsonl').flatMap((item) => {
    const row = rows.get(item.id)
    if (!row || !golds(item).some(({ optional }) => !optional)) return []
    const reported = row.mode === 'cb' || skip.includes(row.mode) ? null : row.sources.map(({ title }) => ({ title }))
    return [{ id: item.id, ...citesGold(golds(item), reported, options) }]
  })
  return {
    hits: results.filter(({ document }) => document).map(({ id }) => id),
    scored: results.filter(({ document }) => document !== null).length,
    sections: results.filter(({ section }) => section !== null).length,
    total: results.length,
    warned: results.filter(({ warnings }) => warnings.length > 0).map(({ id, warnings }) => ({ id, warnings })),
  }
}

describe.skipIf(absent)(`PakLegalQA, published figures${whetherSkipped}`, () => {
  it.each([
    ['prod-sol', 205, 275],
    ['prod-4o', 205, 275],
    ['prod-sol-contaminated', 159, 275],
    ['cb-sol', 0, 0],
  ])('compat gives %s: %i of %i scored', (run, hits, scored) => {
    const result = score(run, { compat: 'paklegalqa' })
    expect([result.hits.length, result.scored, result.sections, result.total]).toEqual([hits, scored, 0, 275])
  })
})

describe.skipIf(absent)(`PakLegalQA, sound figures${whetherSkipped}`, () => {
  const corpus: Manifest | undefined = absent ? undefined : loadManifest(join(data, 'corpus/manifest-v1.jsonl'))
  const sound = corpus ? { corpus } : {}
  const joined = ['S-REC-089', 'S-INT-096', 'RU-129']

  it('prod-sol: 205 of 273 scored of 275, by other items than published', () => {
    const result = score('prod-sol', sound, ['error'])
    const published = score('prod-sol', { compat: 'paklegalqa' }).hits
    expect([result.hits.length, result.scored, result.total]).toEqual([205, 273, 275])
    expect(published.filter((id) => !result.hits.includes(id))).toContain('S-REC-076')
    expect(result.hits.filter((id) => !published.includes(id)).sort()).toEqual([...joined].sort())
    expect(result.sections).toBe(0)
  })

  it('prod-4o: 208 of 275', () => {
    const result = score('prod-4o', sound, ['error'])
    expect([result.hits.length, result.scored, result.total, result.sections]).toEqual([208, 275, 275, 0])
  })

  it('golds that resolve by joining words warn, and name the corpus title', () => {
    const { warned } = score('prod-sol', sound)
    expect(warned.map(({ id }) => id).sort()).toEqual([...joined].sort())
    for (const { warnings } of warned) {
      expect(warnings).toEqual([expect.stringContaining('"Protection Against Harassment of Women at the Work Place Act, 2010"')])
    }
  })

  it('fault 49: without the corpus S-REC-076 is no hit either', () => {
    expect(score('prod-sol', {}, ['error']).hits).not.toContain('S-REC-076')
  })

  it('all 92 section forms name a section', () => {
    const forms = new Set(
      jsonl<Published>('benchmark/all-360.jsonl').flatMap(({ gold_sources }) =>
        gold_sources.flatMap(({ section }) => section ?? []),
      ),
    )
    expect(forms.size).toBe(92)
    expect([...forms].filter((form) => sectionsIn(form).length === 0)).toEqual([])
  })

  it('no title of an act in the corpus is taken for a section', () => {
    expect(corpus?.acts.length).toBe(946)
    expect(corpus?.acts.filter(({ entry }) => takeSections(entry.title).sections.length > 0)).toEqual([])
  })
})
