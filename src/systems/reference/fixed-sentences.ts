import type { SectionUnit } from '../../citations/section-unit.js'
import { baseLanguage } from '../../text/languages.js'
import type { CitedNowhere } from './grounded/citation-lookup.js'

/** What is said of sources without quoting one; of a section by what it is called in the language. */
interface Sentences {
  refusal: string
  missing(source: string, section: string | undefined, kind: CitedNowhere['kind']): string
  nearest(what: string): string
  units: Partial<Record<SectionUnit, string>> & { section: string }
}

const SENTENCES: Readonly<Record<string, Sentences>> = {
  en: {
    refusal: 'The documents do not answer this question.',
    missing: (source, section, kind) => {
      if (section !== undefined) return `The documents contain no ${section} of the ${source}`
      return `The documents contain no ${kind === 'decision' ? `decision ${source}` : source}`
    },
    nearest: (what) => `the nearest is ${what}`,
    units: {
      section: 'section',
      article: 'article',
      rule: 'rule',
      regulation: 'regulation',
      clause: 'clause',
      paragraph: 'paragraph',
      schedule: 'schedule',
      part: 'part',
      chapter: 'chapter',
      order: 'order',
    },
  },
  de: {
    refusal: 'Die Dokumente beantworten diese Frage nicht.',
    missing: (source, section) => `Die Dokumente enthalten nicht: ${named(source, section)}`,
    nearest: (what) => `am nächsten kommt ${what}`,
    units: { section: '§', article: 'Art.', schedule: 'Anhang', part: 'Teil', chapter: 'Kapitel' },
  },
  fr: {
    refusal: 'Les documents ne répondent pas à cette question.',
    missing: (source, section) => `Les documents ne contiennent pas ${named(source, section)}`,
    nearest: (what) => `le plus proche est ${what}`,
    units: { section: '§', article: 'art.', schedule: 'annexe', part: 'partie', chapter: 'chapitre' },
  },
  it: {
    refusal: 'I documenti non rispondono a questa domanda.',
    missing: (source, section) => `I documenti non contengono ${named(source, section)}`,
    nearest: (what) => `il più vicino è ${what}`,
    units: { section: '§', article: 'art.', schedule: 'allegato', part: 'parte', chapter: 'capitolo' },
  },
  'ur-Latn': {
    refusal: 'Documents mein is sawal ka jawab nahin hai.',
    missing: (source, section) => `Documents mein is ka zikr nahin hai: ${named(source, section)}`,
    nearest: (what) => `sab se qareeb ${what} hai`,
    units: { section: 'section', article: 'article', schedule: 'schedule', part: 'part', chapter: 'chapter' },
  },
}
const ENGLISH = SENTENCES['en'] as Sentences

/** That the documents do not answer, in the language of the question: English, German, French, Italian or romanised Urdu; else in English. */
export function refusalIn(language: string): string {
  return sentencesIn(language).refusal
}

/** That the documents have no such section, act or decision, and the nearest that they have: one sentence, in the same languages. */
export function missingIn(language: string, { kind, source, section, nearest }: CitedNowhere): string {
  const { missing, nearest: near, units } = sentencesIn(language)
  const unit = (section?.unit && units[section.unit]) ?? units.section
  const said = missing(source, section && `${unit} ${section.number}`, kind)
  const what = nearest && (kind === 'section' ? `${unit} ${nearest.section}` : nearest.source)
  return what === undefined ? `${said}.` : `${said}; ${near(what)}.`
}

function named(source: string, section: string | undefined): string {
  return section === undefined ? source : `${source}, ${section}`
}

function sentencesIn(language: string): Sentences {
  return SENTENCES[baseLanguage(language)] ?? ENGLISH
}
