import { DASHES, spell } from '../text/normalise.js'

/** A text in one spelling, with the way back to where each part of it stands in the text as written. */
export interface Readable {
  /** One kind of dash and apostrophe, single spaces; a blank line is one line break, and no other is left. */
  text: string
  /** What was written between two positions of `text`, with its code points. Throws a `RangeError` where they are not in order and within it. */
  source(from: number, to: number): { text: string; start: number; end: number }
}

// A character with what combines with it: whether it came composed or not, it is spelled as one.
const CLUSTER = /\s+|[^\s\p{M}]\p{M}{0,16}|\p{M}{1,16}/gu
const PLAIN = /^[!-_a-~]$/
const RAISED = /^[\u00b9\u00b2\u00b3\u2070-\u2079]$/u
const FRACTION = /^[\u00bc-\u00be\u2150-\u215e]$/u
const LONG_DASH = /^[\u2014\u2015]$/u

/** Reads a text as `spell` does, character by character, so that offsets are kept. */
export function readable(written: string): Readable {
  const kept: string[] = []
  // By position in the new text: first and last unit as written, first and last code point.
  const places: [firstUnit: number, lastUnit: number, firstPoint: number, lastPoint: number][] = []
  const spellings = new Map<string, string>()
  let point = 0
  let last = '\n'
  for (const { 0: cluster, index } of written.matchAll(CLUSTER)) {
    const plain = PLAIN.test(cluster)
    const points = plain ? 1 : countPoints(cluster)
    const spelled = plain ? cluster : spellCluster(cluster, /\d/.test(last), spellings)
    const place: (typeof places)[number] = [index, index + cluster.length, point, point + points]
    point += points
    if (spelled === '' || (/^[ \n]$/.test(spelled) && /[ \n]/.test(last))) continue
    kept.push(spelled)
    last = spelled.charAt(spelled.length - 1)
    for (let unit = 0; unit < spelled.length; unit += 1) places.push(place)
  }
  return {
    text: kept.join(''),
    source(from, to) {
      const [first, final] = [places[from], places[to - 1]]
      if (first === undefined || final === undefined || to <= from) throw new RangeError('expected `from` < `to` within the text')
      return { text: written.slice(first[0], final[1]), start: first[2], end: final[3] }
    },
  }
}

function spellCluster(cluster: string, afterDigit: boolean, spellings: Map<string, string>): string {
  if (/^\s/u.test(cluster)) return /\n\s*\n|\u2029/u.test(cluster) ? '\n' : ' '
  if (afterDigit && RAISED.test(cluster)) return ''
  let spelled = spellings.get(cluster)
  if (spelled === undefined) {
    const one = spell(cluster)
    spelled = LONG_DASH.test(one) ? '\u2014' : one.replace(DASHES, '-')
    spellings.set(cluster, spelled)
  }
  return afterDigit && FRACTION.test(cluster) ? ` ${spelled}` : spelled
}

function countPoints(text: string): number {
  let points = 0
  for (const _ of text) points += 1
  return points
}
