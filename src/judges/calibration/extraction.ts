import { groupBy } from '../../group-by.js'
import { type Share, share } from '../../stats/classification.js'
import type { Extraction } from './example.js'

/** How well claims were taken from answers, where somebody coded it. */
export interface ExtractionMeasures {
  /** Valid claims of those extracted, among the coded ones; its value is null where none is. */
  valid: Share
  /** Claims that are in the answers and were not extracted; null where nobody coded it. */
  missed: number | null
}

/** Overall and for each language, languages in order of their tags. */
export function measureExtraction(coded: readonly Extraction[]): {
  overall: ExtractionMeasures
  byLanguage: Record<string, ExtractionMeasures>
} {
  const languages = [...groupBy(coded, ({ language }) => language)].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    overall: measured(coded),
    byLanguage: Object.fromEntries(languages.map(([language, ofLanguage]) => [language, measured(ofLanguage)])),
  }
}

function measured(coded: readonly Extraction[]): ExtractionMeasures {
  const valid = coded.flatMap((one) => one.valid.filter((known) => known !== null))
  const missed = coded.flatMap((one) => one.missed ?? [])
  return {
    valid: share(valid.filter((known) => known).length, valid.length),
    missed: missed.length === 0 ? null : missed.reduce((sum, count) => sum + count, 0),
  }
}
