import { DASHES, spell } from '../text/normalise.js'

/** A text in one spelling, with the way back to where each part of it stands in the text as written. */
export interface Readable {
  /** One kind of dash and apostrophe, single spaces; a blank line is one line break, and no other is left. */
  text: string
  /** What was written between two positions of `text`, with its code points. */
  source(from: number, to: number): { text: string; start: number; end: number }
}

// A character with what combines with it: whether it came composed or not, it is spelled as one.
const CLUSTER = /\s+|[^\s\p{M}]\p{M}{0,16}|\p{M}{1,16}/gu
const RAISED = /^[\u00b9\u00b2\u00b3\u2070-\u2079]$/u
const FRACTION = /^[\u00bc-\u00be\u2150-\u215e]$/u
const LONG_DASH = /^[\u2014\u2015]$/u

/** Reads a text as `spell` does, character by character, so that offsets are kept. */
export function readable(written: string): Readable {
  let text = ''
  let point = 0
  const from: { unit: number; point: number }[] = []
  const to: { unit: number; point: number }[] = []
  for (const { 0: cluster, index } of written.matchAll(CLUSTER)) {
    const points = countPoints(cluster)
    const spelled = spellCluster(cluster, /\d$/u.test(text.slice(-1)))
    const spaces = spelled.trim() === '' && /^[ \n]*$/u.test(spelled)
    const kept = spaces && spelled !== '' && (text === '' || /\s$/u.test(text.slice(-1))) ? '' : spelled
    for (let unit = 0; unit < kept.length; unit += 1) {
      from.push({ unit: index, point })
      to.push({ unit: index + cluster.length, point: point + points })
    }
    text += kept
    point += points
  }
  return {
    text,
    source(start, end) {
      const [first, last] = [from[start], to[end - 1]]
      if (first === undefined || last === undefined || end <= start)
        throw new RangeError('expected `from` < `to` within the text')
      return { text: written.slice(first.unit, last.unit), start: first.point, end: last.point }
    },
  }
}

function spellCluster(cluster: string, afterDigit: boolean): string {
  if (/^\s/u.test(cluster)) return /\n\s*\n|\u2029/u.test(cluster) ? '\n' : ' '
  if (afterDigit && RAISED.test(cluster)) return ''
  const spelled = spell(cluster)
  if (LONG_DASH.test(spelled)) return '\u2014'
  return `${afterDigit && FRACTION.test(cluster) ? ' ' : ''}${spelled.replace(DASHES, '-')}`
}

function countPoints(text: string): number {
  let points = text.length
  for (let unit = 0; unit < text.length - 1; unit += 1) {
    if (/[\ud800-\udbff]/.test(text.charAt(unit)) && /[\udc00-\udfff]/.test(text.charAt(unit + 1))) points -= 1
  }
  return points
}
