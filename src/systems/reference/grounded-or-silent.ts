import type { Corpus } from '../../datasets/corpus.js'
import { OptionError } from '../../errors.js'
import { refuseUnknown } from '../known-options.js'
import type { System } from '../system.js'
import { checkCorpus, checkPassages } from './checked-input.js'
import type { Chunk } from './chunks.js'
import { checkCount } from './count-option.js'
import { answerOf } from './extractive.js'
import { missingIn } from './fixed-sentences.js'
import { coverage } from './grounded/relevance-floor.js'
import { type Found, type Search, searchOf } from './grounded/search.js'
import type { Question } from './question.js'
import { markedPart, opening, type Quote, quote } from './quote.js'
import { referenceSystem } from './rag-system.js'
import type { Generated } from './stages.js'
import type { Bm25Options } from './term-index.js'

export interface GroundedOrSilentOptions {
  corpus: Corpus
  /** What is retrieved and quoted. @default sectionChunks(corpus) */
  chunks?: readonly Chunk[]
  /** How many passages are retrieved. @default 5 */
  k?: number
  /** The most sentences that are quoted. @default 2 */
  sentences?: number
  /** @default 'lucene' */
  variant?: Bm25Options['variant']
  /** Refuses where no two sentences of a passage, with its title, hold this share of the weight of the question's words, 0 to 1; `false`: only where nothing is found. @default 0.3 */
  floor?: boolean | number
  /** Statutes and decisions are ranked apart and both have places; more those that are asked for. @default true */
  pooling?: boolean
  /** What a question says of a document's title lifts its passages. @default true */
  titleAffinity?: boolean
  /** Sections, acts and neutral citations of the question are looked up: their passages come first, and what there is not is said. @default true */
  citationLookup?: boolean
  /** Decisions whose parties the question names are looked up. @default true */
  nameLookup?: boolean
  /** @default "grounded or silent" */
  name?: string
}

/** How much of a question must be found, where `floor` says no number: see docs/systems.md. */
export const FLOOR = 0.3
const SWITCHES = ['floor', 'pooling', 'titleAffinity', 'citationLookup', 'nameLookup'] as const
const KNOWN = ['corpus', 'chunks', 'k', 'sentences', 'variant', 'name', ...SWITCHES] satisfies (keyof GroundedOrSilentOptions)[]

/**
 * A system without a model or a key: it retrieves by BM25, answers with sentences of the passages as they stand, each cited, and refuses, in the language of the
 * question, where the documents do not answer. The only thing that it says and does not quote is that the documents have no such section, act or decision as the
 * question names, with the nearest that they have; where nothing else answers, that is the answer.
 *
 * @throws OptionError on options that are wrong.
 */
export function groundedOrSilent(options: GroundedOrSilentOptions): System {
  const { k, sentences, name, floor } = checked(options)
  let search: Search | undefined
  return referenceSystem(name, async (request, { time }) => {
    const { question, item, task } = request
    search ??= searchOf(options)
    const found = await time('retrieve', async () => search?.(question, item.language, k))
    if (found === undefined || task === 'retrieval') return { answer: '', passages: found?.passages ?? [] }
    const { passages } = found
    const generated = await time('generate', async () => answered(found, item.language, sentences, floor))
    return { ...generated, passages }
  })
}

/** The system with all that it has, then without each of its switches, by what the report may call them, in a fixed order. */
export function groundedOrSilentAblations(options: GroundedOrSilentOptions): Record<string, System> {
  const { name } = checked(options)
  const named = (ablation: string, off: Partial<GroundedOrSilentOptions>) =>
    [ablation, groundedOrSilent({ ...options, ...off, name: ablation === 'all' ? name : `${name} ${ablation}` })] as const
  return Object.fromEntries([named('all', {}), ...SWITCHES.map((key) => named(`without ${WORDS[key]}`, { [key]: false }))])
}

const WORDS: Readonly<Record<(typeof SWITCHES)[number], string>> = {
  floor: 'floor',
  pooling: 'pooling',
  titleAffinity: 'title affinity',
  citationLookup: 'citation look-up',
  nameLookup: 'name look-up',
}

function answered(found: Found, language: string, most: number, floor: number): Generated {
  const { passages, meant, asked, missing } = found
  const [first] = passages
  // "What does section 12 say?": how the section begins.
  const whole = meant && first !== undefined && asked.words.length === 0
  const { words, share } = whole ? { words: asked, share: 1 } : bestReading(found)
  const part = first === undefined ? [] : markedPart(first, found.marks, most)
  const fitting = share < floor ? [] : quote(passages, words, most)
  const quotes = whole ? (part.length > 0 ? part : opening(first, most)) : fitting.length > 0 ? firstOf(part, fitting, most) : []
  const generated = { ...answerOf(quotes, language), meta: { coverage: share } }
  if (missing.length === 0) return generated
  const said = missing.map((one) => missingIn(language, one))
  return { ...generated, answer: [...said, ...(quotes.length > 0 ? [generated.answer] : [])].join('\n\n'), refused: false }
}

/** The part that the question cites, and then what else fits it. */
function firstOf(part: readonly Quote[], fitting: readonly Quote[], most: number): Quote[] {
  const said = new Set(part.map(({ text }) => text))
  return [...part, ...fitting.filter(({ text }) => !said.has(text))].slice(0, most)
}

/** What is cited need not be said again where it was looked up; where a passage does say it, such as that an act is repealed, it may be what is asked. */
function bestReading({ passages, question, asked, missing, labels }: Found): { words: Question; share: number } {
  const best = (words: Question, of: (chunk: Chunk) => readonly string[]) =>
    Math.max(0, ...passages.map((passage) => coverage(passage, words, of(passage))))
  const share = best(asked, labels)
  if (missing.length > 0 || asked.words.length === question.words.length) return { words: asked, share }
  const said = best(question, () => [])
  return said > share ? { words: question, share: said } : { words: asked, share }
}

function checked(options: GroundedOrSilentOptions): { k: number; sentences: number; name: string; floor: number } {
  refuseUnknown('groundedOrSilent', options, KNOWN)
  const { corpus, k = 5, sentences = 2, floor = true, name = 'grounded or silent' } = options
  checkCorpus('groundedOrSilent', corpus, { manifest: true })
  if (options.chunks !== undefined) checkPassages('groundedOrSilent', options.chunks)
  checkCount('groundedOrSilent', 'k', k)
  checkCount('groundedOrSilent', 'sentences', sentences)
  for (const key of SWITCHES) {
    const given: unknown = options[key]
    if (given === undefined || typeof given === 'boolean') continue
    const isShare = typeof given === 'number' && given >= 0 && given <= 1
    if (key !== 'floor' || !isShare)
      throw new OptionError(
        `groundedOrSilent: expected \`${key}\` to be ${key === 'floor' ? 'a number from 0 to 1, ' : ''}true or false, received ${JSON.stringify(given)}`,
      )
  }
  return { k, sentences, name, floor: floor === true ? FLOOR : floor === false ? 0 : floor }
}
