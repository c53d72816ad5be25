import type { Corpus } from '../../datasets/corpus.js'
import { OptionError } from '../../errors.js'
import { fieldsOf } from '../../providers/fields.js'
import { shown } from '../sample-mapping.js'

/** Throws an `OptionError` for what is no corpus: made by hand, it may be anything. */
export function checkCorpus(who: string, corpus: Corpus, { manifest = false } = {}): void {
  const { documents, manifest: index } = fieldsOf(corpus)
  if (!Array.isArray(documents))
    throw new OptionError(`${who}: expected \`corpus\` to be a corpus such as loadCorpus(…), received ${shown(corpus)}`)
  const at = documents.findIndex((document: unknown) => {
    const { id, title, text, sections } = fieldsOf(document)
    return [id, title, text].some((field) => typeof field !== 'string') || !Array.isArray(sections)
  })
  if (at !== -1)
    throw new OptionError(
      `${who}: expected \`corpus.documents.${at}\` to have \`id\`, \`title\` and \`text\` as strings and \`sections\` as an array, received ${shown(documents[at])}`,
    )
  if (manifest && (index === null || typeof index !== 'object'))
    throw new OptionError(`${who}: expected \`corpus.manifest\`, as loadCorpus(…) gives it, received ${shown(index)}`)
}

/** Throws an `OptionError` for what is no list of passages with text. */
export function checkPassages(who: string, passages: unknown): void {
  if (!Array.isArray(passages))
    throw new OptionError(`${who}: expected an array of passages such as chunkCorpus(corpus), received ${shown(passages)}`)
  const at = passages.findIndex((passage: unknown) => typeof fieldsOf(passage)['text'] !== 'string')
  if (at !== -1) throw new OptionError(`${who}: expected passage ${at} to have its \`text\`, received ${shown(passages[at])}`)
}
