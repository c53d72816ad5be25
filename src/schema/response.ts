import { z } from 'zod'
import { Meta } from './json.js'

const text = z.string()

/** Characters of a document, where they are known; none of them where `start` is `end`. */
const offsets = {
  start: z.int().min(0).optional(),
  end: z.int().min(0).optional().describe('One past the last code point'),
}

/** Half of a span, or one that runs backwards, could be any characters, and would leave every figure of spans unknown in silence. */
const checkOffsets: z.core.CheckFn<{ start?: number | undefined; end?: number | undefined }> = ({ value, issues }) => {
  const { start, end } = value
  if ((start === undefined) !== (end === undefined)) {
    const missing = start === undefined ? 'start' : 'end'
    const given = start === undefined ? 'end' : 'start'
    issues.push({
      code: 'custom',
      path: [missing],
      input: value,
      message: `expected \`${missing}\` beside \`${given}\`, received nothing`,
    })
  } else if (start !== undefined && end !== undefined && end < start) {
    issues.push({
      code: 'custom',
      path: ['end'],
      input: value,
      message: `expected an end of at least the start, ${start}, received ${end}`,
    })
  }
}

/** One retrieved passage, in rank order. A passage without `text` (title only) can be matched with golds, not judged against. */
export const Passage = z
  .strictObject({
    id: text.optional(),
    document: text.optional().describe('Id of the document that the passage is from'),
    title: text.optional(),
    citation: text.optional().describe('Neutral citation, for a passage of a decision'),
    section: text.optional(),
    text: text.optional(),
    start: offsets.start.describe('First code point in the document'),
    end: offsets.end,
    score: z.number().optional(),
    injected: z
      .boolean()
      .optional()
      .describe('Put into the context because it is a gold, and not retrieved: it is found by construction'),
    url: text.optional(),
    meta: Meta.optional(),
  })
  .check(checkOffsets)
export type Passage = z.output<typeof Passage>

/** One source that the answer cites. `text` is the citation as written; the fields are what is known of it beyond that. */
export const Citation = z
  .strictObject({
    text: text.optional(),
    title: text.optional(),
    citation: text.optional(),
    section: text.optional(),
    id: text.optional().describe('Id of the cited document or passage'),
    document: text.optional().describe('Id of the document that the cited text is from'),
    start: offsets.start.describe('First code point of the cited text in the document'),
    end: offsets.end,
    expands: z
      .array(text)
      .optional()
      .describe('Ids of the passages behind a cited entity or summary, which has no span of its own'),
    pages: z.array(z.int()).optional(),
    url: text.optional(),
    meta: Meta.optional(),
  })
  .check(checkOffsets)
export type Citation = z.output<typeof Citation>

const used = {
  model: text.optional(),
  calls: z.int().min(0).optional(),
  inputTokens: z.int().min(0).optional(),
  cachedInputTokens: z.int().min(0).optional().describe("Part of the input that was read from the provider's prompt cache"),
  outputTokens: z.int().min(0).optional(),
  usd: z.number().min(0).optional(),
}

/** What one call consumed. Money is only known where the provider says so or the price table knows the model. */
export const CallUsage = z.strictObject(used)
export type CallUsage = z.output<typeof CallUsage>

/** What one or several calls consumed. */
export const Usage = z.strictObject({
  ...used,
  parts: z
    .array(CallUsage)
    .optional()
    .describe('The calls one by one, where the money of their sum is not known: each may have a price of its own'),
})
export type Usage = z.output<typeof Usage>

/**
 * What a system returned for one question. `passages: []` means that retrieval ran and found nothing; a response without
 * `passages` did not report its retrieval. The same holds for `citations`.
 */
export const Response = z
  .strictObject({
    answer: text,
    passages: z.array(Passage).optional(),
    citations: z.array(Citation).optional(),
    refused: z.boolean().optional().describe("The system's own flag; it wins over what the text looks like"),
    rewrittenQuery: text.optional(),
    usage: Usage.optional(),
    timings: z.record(z.string(), z.number().min(0)).optional().describe('Milliseconds by stage; `total` where measured'),
    meta: Meta.optional(),
  })
  .meta({ id: 'Response', title: 'System response', description: 'What a system under test returns for one item' })
export type Response = z.output<typeof Response>
