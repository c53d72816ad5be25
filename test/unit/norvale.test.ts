import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { resolveGold } from '../../src/citations/resolve-gold.js'
import { groupBy, tally } from '../../src/group-by.js'
import type { GoldSource, Item } from '../../src/schema/item.js'
import { ROOT } from './docs.js'
import { documentFaults, readmeFaults } from './norvale-document-faults.js'
import { itemFaults } from './norvale-item-faults.js'
import { readNorvale } from './norvale-law.js'

const { corpus, items, warnings, law } = readNorvale()
const byId = new Map(items.map((item) => [item.id, item]))
const documents = new Map(corpus.documents.map((document) => [document.id, document]))
const own = items.filter(({ twinOf, variantOf }) => twinOf === undefined && variantOf === undefined)
const spansOf = (item: Item) => item.golds.filter((gold) => gold.kind === 'span')

/** Where a source names what the corpus does not have; empty where all is there. */
function lacking(gold: GoldSource): string[] {
  if (gold.kind === 'span') {
    return [gold, ...(gold.equals ?? [])].flatMap(({ document, start, end, text }) => {
      const points = [...(documents.get(document)?.text ?? '')]
      return text !== undefined && points.slice(start, end).join('') === text ? [] : [`${document} ${start}–${end}`]
    })
  }
  const { how, entries } = resolveGold(gold, corpus.manifest)
  if (how !== 'exact') return [`${JSON.stringify(gold)} is not in the corpus`]
  const section = 'section' in gold ? gold.section : undefined
  const there = entries.some(({ id }) => documents.get(id)?.sections.some((one) => one.section === section))
  return section === undefined || there ? [] : [`${JSON.stringify(gold)} has no such section`]
}

describe('the bundled benchmark', () => {
  it('is what its sources make', () => {
    expect(() => execFileSync('node', ['scripts/norvale.mjs', '--check'], { cwd: ROOT, stdio: 'pipe' })).not.toThrow()
  })

  it('has 15,000 words of law and more, two acts in three languages, amendments and decisions', () => {
    const english = corpus.documents.filter(({ language }) => language === 'en')
    const words = english.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
    expect(words).toBeGreaterThan(15_000)
    const languages = groupBy(corpus.documents, ({ language }) => language ?? 'und')
    expect(languages.get('de')).toHaveLength(2)
    expect(languages.get('fr')).toHaveLength(2)
    expect(english.filter(({ title }) => /\(Amendment\) Act/.test(title)).length).toBeGreaterThanOrEqual(4)
    expect(english.filter(({ kind }) => kind === 'decision').length).toBeGreaterThanOrEqual(25)
  })

  it('has sections for all of its text, and the same ones in every language', () => {
    for (const { id, sections, text } of corpus.documents) {
      expect(sections.length, id).toBeGreaterThan(2)
      expect(new Set(sections.map(({ section }) => section)).size, id).toBe(sections.length)
      const covered = sections.reduce((sum, { start, end }) => sum + end - start, 0)
      expect(covered / [...text].length, id).toBeGreaterThan(0.7)
    }
    for (const id of ['residential-tenancies-act-2029', 'employment-act-2028']) {
      const numbers = ['', '-de', '-fr'].map((language) => documents.get(id + language)?.sections.map(({ section }) => section))
      expect(numbers[1]).toEqual(numbers[0])
      expect(numbers[2]).toEqual(numbers[0])
    }
  })

  it('has documents that are what their first lines say, and official texts as long as the English ones', () => {
    for (const document of law.documents.values()) expect(documentFaults(document, law), document.id).toEqual([])
  })

  it('names a place in every language of the acts that have several', () => {
    const texts = ['residential-tenancies-act-2029', 'employment-act-2028']
    const open = items.flatMap((item) =>
      spansOf(item).flatMap((gold) => {
        const act = texts.find((id) => gold.document.startsWith(id) && /^(?:|-de|-fr)$/.test(gold.document.slice(id.length)))
        const places = new Set([gold, ...(gold.equals ?? [])].map(({ document }) => document))
        return act === undefined || ['', '-de', '-fr'].every((language) => places.has(act + language))
          ? []
          : [`${item.id}: ${gold.text}`]
      }),
    )
    expect(open).toEqual([])
  })

  it('has 120 items and more of every type and person', () => {
    expect(own.length).toBeGreaterThanOrEqual(120)
    const types = tally(own.flatMap(({ type }) => type ?? []))
    for (const type of 'recall interpretation holding facts time jurisdiction multi-hop false-premise unanswerable'.split(' '))
      expect(types[type], type).toBeGreaterThanOrEqual(12)
    expect(Object.keys(tally(own.flatMap(({ persona }) => persona ?? []))).sort()).toEqual(['lawyer', 'layperson', 'official'])
    const details = tally(own.flatMap(({ meta }) => (typeof meta['detail'] === 'string' ? meta['detail'] : [])))
    for (const detail of ['wrong year', 'wrong code', 'fictional section', 'other law', 'current affairs', 'prediction'])
      expect(details[detail], detail).toBeGreaterThanOrEqual(3)
  })

  it('has 30 twins and more in each language, and variants', () => {
    const twins = tally(items.flatMap(({ twinOf, language }) => (twinOf === undefined ? [] : language)))
    expect(Object.keys(twins).sort()).toEqual(['de', 'fr', 'ur-Latn'])
    for (const [language, count] of Object.entries(twins)) expect(count, language).toBeGreaterThanOrEqual(30)
    const axes = tally(items.flatMap(({ axis }) => axis ?? []))
    expect(Object.keys(axes).sort()).toEqual(['facts', 'persona', 'situation'])
    for (const item of items) {
      const base = byId.get(item.twinOf ?? item.variantOf ?? item.id)
      expect(base, item.id).toBeDefined()
      // The same is asked, unless a fact was changed.
      if (item.axis !== 'facts') expect(item.golds, item.id).toEqual(base?.golds)
    }
    const changed = items.filter(({ axis }) => axis === 'facts')
    for (const item of changed) expect(item.reference, item.id).not.toBe(byId.get(item.variantOf ?? '')?.reference)
  })

  it.each(items.map((item) => [item.id, item] as const))(
    '%s has its golds in the corpus, each span being its text',
    (_, item) => {
      expect(item.golds.flatMap(lacking)).toEqual([])
      expect(item.reference).toBeTruthy()
      if (item.answerable) {
        expect(spansOf(item).length).toBeGreaterThan(0)
        expect(item.golds.some(({ kind, optional }) => kind !== 'span' && !optional)).toBe(true)
        expect(item.answerPoints.length).toBeGreaterThan(0)
        expect(item.meta['claims']).toEqual(expect.arrayContaining([expect.any(String)]))
      }
      if (!item.answerable) expect(spansOf(item)).toEqual([])
      expect(itemFaults(item, law)).toEqual([])
    },
  )

  it('is described as it is', () => {
    const readme = readFileSync(`${ROOT}/fixtures/norvale/README.md`, 'utf8')
    expect(readmeFaults(readme, items)).toEqual([])
    expect(warnings).toEqual([])
  })
})
