import { parseLabel } from '../../citations/parse-label.js'
import { resolveGold, resolveTitle } from '../../citations/resolve-gold.js'
import { coversSection } from '../../citations/section.js'
import { sectionName, sectionsIn } from '../../citations/section-forms.js'
import type { Corpus, CorpusDocument, CorpusSection } from '../../datasets/corpus.js'
import type { GoldSource, Item } from '../../schema/item.js'
import { type CodePointText, codePointText } from '../../text/code-points.js'
import { baseLanguage } from '../../text/languages.js'
import { checkCorpus } from './checked-input.js'
import { labelsOf } from './chunks.js'
import { languageOfDocument } from './document-language.js'
import { placeOf } from './fusion.js'
import type { Retrieved, Retriever } from './stages.js'

/** Characters of a document that hold what a gold asks for. */
interface Place {
  document: CorpusDocument
  start: number
  end: number
}

/**
 * Gives the gold passages of the item and nothing else, each marked as `injected`: how well a generator answers where retrieval does all it could. A gold section is
 * the text of that section, a span that of the sections it lies in (itself, where no section is known), an act, decision or document its whole text. Of a gold and
 * what is equal to it, the text in the item's language is given; else the gold's own. Required golds come before optional ones; what the corpus lacks is left out.
 */
export function oracle(corpus: Corpus): Retriever {
  checkCorpus('oracle', corpus, { manifest: true })
  const byId = new Map(corpus.documents.map((document) => [document.id, document]))
  const texts = new Map<string, CodePointText>()
  const passageOf = ({ document, start, end }: Place): Retrieved => {
    const text = texts.get(document.id) ?? codePointText(document.text)
    texts.set(document.id, text)
    const { meta, ...labels } = labelsOf(document)
    const section = document.sections
      .filter((one) => one.start < end && one.end > start)
      .map((one) => one.section)
      .join(', ')
    const named = section === '' || (start === 0 && end === text.length) ? {} : { section }
    const id = `${document.id}#${start}-${end}`
    return { id, ...labels, ...named, text: text.slice(start, end), start, end, injected: true, meta }
  }
  return {
    name: 'oracle',
    async retrieve(_query, k, { item }) {
      const golds = item.golds.toSorted((a, b) => Number(a.optional) - Number(b.optional))
      const passages = golds.flatMap((gold) => placesOf(gold, item, corpus, byId).map(passageOf))
      return { passages: [...new Map(passages.toReversed().map((one) => [placeOf(one), one])).values()].toReversed().slice(0, k) }
    },
  }
}

function placesOf(gold: GoldSource, item: Item, corpus: Corpus, byId: ReadonlyMap<string, CorpusDocument>): Place[] {
  const known = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  switch (gold.kind) {
    case 'span': {
      const spans = [gold, ...(gold.equals ?? [])].flatMap((span) => {
        const document = byId.get(span.document)
        return document ? [{ document, start: span.start, end: span.end }] : []
      })
      return inLanguage(spans, item).map(withSections)
    }
    case 'statute': {
      const acts = [gold.title, ...(gold.equals ?? [])].map((title) => resolveTitle(title, corpus.manifest).entries)
      const documents = acts.flatMap((entries) => known(entries.map(({ id }) => id)))
      return inLanguage(
        documents.flatMap((document) => sectionsOf(document, gold.section)),
        item,
      )
    }
    case 'decision': {
      const ids = resolveGold(gold, corpus.manifest).entries.map(({ id }) => id)
      const cited = ids.length > 0 ? known(ids) : corpus.documents.filter(({ citation }) => isSame(gold.citation, citation))
      return inLanguage(
        cited.flatMap((document) => sectionsOf(document, gold.section)),
        item,
      )
    }
    case 'document':
    case 'passage':
      return inLanguage(known([gold.id, ...(gold.equals ?? [])]).map(whole), item)
  }
}

/** The first place in the item's language, else the first of all: the others say the same. What one document says in several sections is all of it. */
function inLanguage(places: readonly Place[], { language }: Item): Place[] {
  const best = places.find(({ document }) => baseLanguage(languageOfDocument(document)) === baseLanguage(language)) ?? places[0]
  return places.filter(({ document }) => document === best?.document)
}

function isSame(citation: string, other: string | undefined): boolean {
  if (other === undefined) return false
  const [a] = parseLabel(citation)
  const [b] = parseLabel(other)
  return citation === other || (a !== undefined && a.id === b?.id)
}

function whole(document: CorpusDocument): Place {
  return { document, start: 0, end: codePointText(document.text).length }
}

/** The sections of a document that a gold section names, of which one may be a part of them; the whole document where the gold names none. */
export function sectionsOf(document: CorpusDocument, section: string | undefined): Place[] {
  if (section === undefined) return [whole(document)]
  const golds = sectionsIn(section)
  const fits = (one: CorpusSection) => {
    if (golds.length === 0) return sectionName(one.section) === sectionName(section)
    const places = sectionsIn(one.section)
    return golds.some((gold) => places.some((place) => coversSection(gold, place) || coversSection(place, gold)))
  }
  return document.sections.filter(fits).map(({ start, end }) => ({ document, start, end }))
}

function withSections({ document, start, end }: Place): Place {
  const around = document.sections.filter((one) => one.start < end && one.end > start)
  return {
    document,
    start: Math.min(start, ...around.map((one) => one.start)),
    end: Math.max(end, ...around.map((one) => one.end)),
  }
}
