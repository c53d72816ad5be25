import type { Corpus } from '../datasets/corpus.js'
import { type ItemsInput, loadDataset } from '../datasets/dataset.js'
import { JudgeError, OptionError } from '../errors.js'
import { once } from '../providers/once.js'
import type { GoldSource } from '../schema/item.js'
import { splitSentences } from '../text/sentences.js'
import type { Judge } from './judge.js'
import { absencesIn } from './quotation-absence.js'
import { type Gold, type Law, type Place, verdictOf } from './quotation-verdict.js'
import { withoutMarker } from './quotation-words.js'

type SpanGold = Extract<GoldSource, { kind: 'span' }>

export interface QuotationJudgeOptions {
  /** The items that are asked, with their gold spans. */
  items: ItemsInput
  /** The corpus that the spans are in. */
  corpus: Corpus
  /** Whether `equals` of every gold span lists all places of the corpus that say the same, in whichever language. @default false */
  complete?: boolean
}

/**
 * A judge without a model, for systems that only quote. A sentence that a passage holds word for word, from where a clause begins to where one ends, is supported. An
 * answer is correct where it holds every required gold span, or a place that says the same, whatever else it quotes; wrong where it holds no part of some gold that has a
 * place in the language of every document that is quoted (of any gold, where places are `complete`); else unknown, as where a gold is held in part, which may be
 * enough. What is quoted beside golds is told by the claims, which the golds support or not.
 *
 * A sentence that says the corpus lacks a source is held against the corpus. Where it does lack it, and the question names it, a false premise is put right. Any other sentence
 * is undetermined, and correctness with it: a paraphrase needs another judge.
 *
 * Throws an `OptionError` where items or corpus are not given or do not fit each other, and a `JudgeError` of kind `setup` for an item that it does not know.
 */
export function quotationJudge({ items, corpus, complete = false }: QuotationJudgeOptions): Judge {
  if (items === undefined || !Array.isArray(corpus?.documents))
    throw new OptionError('quotationJudge: expected `items` and a `corpus` such as loadCorpus(path)')
  const golds = once(async () => goldsById(await loadDataset(items), corpus), { keepFailure: true })
  const law: Law = {
    absenceIn: absencesIn(corpus),
    languages: new Map(corpus.documents.map(({ id, language = 'und' }) => [id, language])),
    complete,
  }
  return {
    name: 'quotation',
    async assess(request) {
      const own = (await golds()).get(request.id)
      if (own === undefined)
        throw new JudgeError(
          'setup',
          `the quotation judge has no item ${JSON.stringify(request.id)}: give it the suite's \`items\``,
        )
      return verdictOf(request, own, law)
    },
  }
}

function goldsById({ items }: Awaited<ReturnType<typeof loadDataset>>, { documents }: Corpus): Map<string, Gold[]> {
  const byId = new Map(
    documents.map((document) => [document.id, { language: document.language ?? 'und', points: [...document.text] }]),
  )
  const isSpan = (gold: GoldSource): gold is SpanGold => gold.kind === 'span' && !gold.optional
  return new Map(
    items.map(({ item }) => {
      const placeOf = ({ document, start, end }: Pick<SpanGold, 'document' | 'start' | 'end'>): Place => {
        const found = byId.get(document)
        if (found === undefined || end > found.points.length)
          throw new OptionError(
            `quotationJudge: item ${JSON.stringify(item.id)}: the corpus has no characters ${start} to ${end} of ${JSON.stringify(document)}`,
          )
        const text = found.points.slice(start, end).join('')
        return {
          text,
          language: found.language,
          words: withoutMarker(text),
          parts: splitSentences(text, found.language).map(withoutMarker),
        }
      }
      return [item.id, item.golds.filter(isSpan).map((gold) => [gold, ...(gold.equals ?? [])].map(placeOf))]
    }),
  )
}
