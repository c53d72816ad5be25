import { plainText } from '../../src/text/plain-text.js'
import { displayWidth } from '../layout.js'

/** Lines that a head may have. */
const MOST_LINES = 2

/** A run as it is named in the head of a column: its label, and its place among all runs. */
export interface Headed {
  label: string
  place: number
}

/** Heads of columns, and what they stand for where labels are too long. */
export interface Heads {
  heads: string[]
  legend: string
}

/** Labels on two lines of at most `width` cells, broken between words; where one has no room the runs are A, B, C …, each the same letter in every table. */
export function shortHeads(runs: readonly Headed[], width: number): Heads {
  const broken = runs.flatMap(({ label }) => brokenLabel(label, width) ?? [])
  if (broken.length === runs.length) return { heads: broken, legend: '' }
  const legend = runs.map(({ label, place }) => `${letter(place)}: ${plainText(label)}`)
  return { heads: runs.map(({ place }) => letter(place)), legend: legend.join(' · ') }
}

/** Labels in full, for a page. */
export function fullHeads(runs: readonly Headed[]): Heads {
  return { heads: runs.map(({ label }) => plainText(label)), legend: '' }
}

function letter(place: number): string {
  return `${String.fromCodePoint(65 + (place % 26))}${place < 26 ? '' : Math.floor(place / 26) + 1}`
}

/** Broken behind spaces, hyphens and the like; null where that does not make it fit. */
function brokenLabel(label: string, width: number): string | null {
  const lines: string[] = []
  // Each line is isolated by itself, where it has to be.
  const bare = plainText(label).replace(/[\u2068\u2069]/gu, '')
  for (const part of bare.split(/(?<=[-_/.:=+ ])/u)) {
    const together = `${lines.at(-1) ?? ''}${part}`
    if (lines.length > 0 && displayWidth(together.trimEnd()) <= width) lines[lines.length - 1] = together
    else lines.push(part)
  }
  const fits = lines.length <= MOST_LINES && lines.every((line) => displayWidth(line.trimEnd()) <= width)
  return fits ? lines.map(plainText).join('\n') : null
}
