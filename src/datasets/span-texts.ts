import type { PinpointDocument } from '../citations/pinpoints.js'
import type { DataFault } from '../errors.js'
import { type CodePointText, codePointText } from '../text/code-points.js'
import type { DatasetItem } from './dataset.js'
import { begin } from './legalbench-rag/document.js'

/**
 * What is wrong with gold spans, held against the documents whose text is known: a span past the end, and a `text` that is not what stands there,
 * code point by code point. Spans of other documents, and those without `text`, are left alone but for their end.
 */
export function spanTextFaults(items: readonly DatasetItem[], documents: readonly PinpointDocument[]): DataFault[] {
  const texts = new Map<string, CodePointText>()
  const given = new Map(documents.map(({ id, text }) => [id, text]))
  const textOf = (id: string) => {
    const text = given.get(id)
    if (text !== undefined && !texts.has(id)) texts.set(id, codePointText(text))
    return texts.get(id)
  }
  return items.flatMap(({ item, place }, index) =>
    item.golds.flatMap((gold, nth) => {
      if (gold.kind !== 'span') return []
      const spans = [gold, ...(gold.equals ?? [])].map((span, other) => ({
        span,
        field: `golds.${nth}${other === 0 ? '' : `.equals.${other - 1}`}`,
      }))
      return spans.flatMap(({ span, field }) => {
        const text = textOf(span.document)
        const fault = text && spanFault(span, text)
        return fault
          ? [{ ...(place ?? { file: `items[${index}]` }), field: `${field}.${fault.field}`, message: fault.message }]
          : []
      })
    }),
  )
}

interface Span {
  document: string
  start: number
  end: number
  text?: string | undefined
}

function spanFault({ document, start, end, text: wanted }: Span, text: CodePointText) {
  const at = `[${start}, ${end})`
  if (end > text.length)
    return {
      field: 'end',
      message: `${at} is past the end of ${document}, which has ${text.length} code points${elsewhere(wanted, start, text)}`,
    }
  const there = text.slice(start, end)
  if (wanted === undefined || wanted === there) return undefined
  const message = `expected what ${document} has at ${at}, ${begin(there)}, received ${begin(wanted)}${elsewhere(wanted, start, text)}`
  return { field: 'text', message }
}

/** Where a text stands that is not where it was said to; of several places the nearest. */
function elsewhere(wanted: string | undefined, start: number, { text, length, slice }: CodePointText): string {
  if (!wanted) return ''
  const from = slice(0, Math.min(start, length)).length
  const places = [text.lastIndexOf(wanted, from), text.indexOf(wanted, from)].filter((place) => place >= 0)
  const [place] = places.sort((a, b) => Math.abs(a - from) - Math.abs(b - from))
  if (place === undefined) return '; it stands nowhere in the document'
  const found = codePointText(text.slice(0, place)).length
  return `; it stands at [${found}, ${found + codePointText(wanted).length})`
}
