import { fold } from './normalise.js'
import { STOP_WORDS } from './stop-words.js'

const SCRIPTS: readonly [string, RegExp][] = [
  ['Latn', /\p{Script=Latin}/gu],
  ['Arab', /\p{Script=Arabic}/gu],
  ['Jpan', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Hani', /\p{Script=Han}/gu],
  ['Hang', /\p{Script=Hangul}/gu],
  ['Cyrl', /\p{Script=Cyrillic}/gu],
  ['Deva', /\p{Script=Devanagari}/gu],
]
const URDU_LETTERS = /[ٹڈڑںےہھۓ]/u
const SAMPLE = 4_000

/**
 * The key that this package's language rules go by: the primary subtag (`de-CH` is `de`), except that romanised Urdu is a
 * language of its own, `ur-Latn`.
 */
export function baseLanguage(tag: string): string {
  const parts = tag.toLowerCase().split(/[-_]/)
  const primary = parts[0] ?? ''
  if (primary === 'ur' && parts.includes('latn')) return 'ur-Latn'
  return primary === '' ? 'und' : primary
}

/**
 * A cheap guess, sound enough to say that two texts are in different languages: en, de, fr, it, ur or ur-Latn; `und-Cyrl` and the
 * like for a script that none of these is written in; null where the text is too short or too mixed to tell.
 */
export function guessLanguage(text: string): string | null {
  const sample = text.slice(0, SAMPLE)
  const script = mainScript(sample)
  if (script === null) return null
  if (script === 'Arab') return URDU_LETTERS.test(sample) ? 'ur' : 'und-Arab'
  if (script !== 'Latn') return `und-${script}`
  const words = fold(sample).match(/\p{L}+/gu) ?? []
  const scores = Object.entries(STOP_WORDS)
    .filter(([language]) => language !== 'ur')
    .map(([language, stop]) => ({ language, hits: words.filter((word) => word.length > 1 && stop.has(word)).length }))
    .sort((a, b) => b.hits - a.hits)
  const [first, second] = scores
  if (first === undefined || second === undefined || first.hits < 2) return null
  return first.hits >= second.hits * 1.5 && first.hits - second.hits >= 2 ? first.language : null
}

function mainScript(text: string): string | null {
  const counts = SCRIPTS.map(([script, pattern]) => ({ script, count: text.match(pattern)?.length ?? 0 }))
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total < 3) return null
  // Japanese is mostly Han with some kana, so a fifth of kana settles it.
  const kana = counts.find(({ script }) => script === 'Jpan')?.count ?? 0
  if (kana / total > 0.2) return 'Jpan'
  return counts.find(({ count }) => count / total > 0.6)?.script ?? null
}
