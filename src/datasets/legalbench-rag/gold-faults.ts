import { type DataFault, DatasetError } from '../../errors.js'
import type { CodePointText } from '../../text/code-points.js'
import type { LegalbenchRagCorpus } from './corpus.js'
import { begin, oneLineEnd } from './document.js'
import { composed } from './files.js'
import { offsetHint } from './offset-hint.js'
import type { LegalbenchRagTest, Snippet } from './tests-file.js'

/** What is wrong with the spans of a test, held against the documents: a document that cannot be read, a span past its end, an answer that is another text. */
export function goldFaults({ file, index, test }: LegalbenchRagTest, corpus: LegalbenchRagCorpus): DataFault[] {
  return test.snippets.flatMap((snippet, nth) => {
    const at = `tests.${index}.snippets.${nth}`
    let text: CodePointText
    try {
      text = corpus.document(snippet.file_path)
    } catch (error) {
      if (!(error instanceof DatasetError) || error.faults.length === 0) throw error
      return error.faults.map(({ file: document, message }) => ({
        file,
        field: `${at}.file_path`,
        message: `${document}: ${message}`,
      }))
    }
    const [start, end] = snippet.span
    if (end > text.length)
      return [
        {
          file,
          field: `${at}.span`,
          message: `[${start}, ${end}) is past the end of ${snippet.file_path}, which has ${text.length} characters${offsetHint(text, start, end, snippet.answer)}`,
        },
      ]
    const message = answerMessage(snippet, text)
    return message === undefined ? [] : [{ file, field: `${at}.answer`, message }]
  })
}

function answerMessage({ file_path, span: [start, end], answer }: Snippet, text: CodePointText): string | undefined {
  if (answer == null) return undefined
  const given = oneLineEnd(answer)
  const there = text.slice(start, end)
  if (given === there) return undefined
  const hint = offsetHint(text, start, end, answer)
  return `expected what ${file_path} has at [${start}, ${end}), ${begin(there)}, received ${begin(given)}${hint}`
}

/** Spans of one document that overlap or touch, which the publisher's own reader refuses. */
export function touchingSpans({ test }: LegalbenchRagTest): string[] {
  const sorted = test.snippets.toSorted((a, b) => a.span[0] - b.span[0] || a.span[1] - b.span[1])
  return sorted.flatMap((snippet, nth) => {
    const before = sorted.slice(0, nth).findLast(({ file_path }) => composed(file_path) === composed(snippet.file_path))
    if (before === undefined || before.span[1] < snippet.span[0]) return []
    return [
      `gold spans [${before.span.join(', ')}) and [${snippet.span.join(', ')}) of ${snippet.file_path} overlap or touch; what they share counts once`,
    ]
  })
}
