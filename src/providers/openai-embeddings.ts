import { usageOf } from './client.js'
import { fieldsOf } from './fields.js'
import { openaiClient } from './openai.js'
import type { OpenAIOptions } from './options.js'
import { ProviderFault } from './retry.js'
import { faultOf } from './sdk.js'

/** What an embedding call came to: a vector a text in the order of the texts, as far as they are what they should be. */
export interface EmbeddingReply {
  vectors: unknown[]
  usage: { model?: string | undefined; inputTokens?: number | undefined }
}

export type Embed = (texts: readonly string[], signal: AbortSignal) => Promise<EmbeddingReply>

type EmbeddingOptions = Pick<OpenAIOptions, 'model' | 'apiKeyEnv' | 'baseURL' | 'headers' | 'deadlineMs'> & {
  dimensions?: number | undefined
}

/**
 * Embeddings through the official SDK. They are asked for in base64, a third of the size; arrays of numbers are read as well, since many servers send
 * nothing else. Throws a `SetupError` where the package or the key is missing.
 */
export async function openOpenAIEmbeddings(options: EmbeddingOptions, who: string): Promise<Embed> {
  const client = await openaiClient(options, who)
  const { model, dimensions } = options
  // Named in any case: without it the SDK takes whatever comes for base64.
  let format: 'base64' | 'float' = 'base64'
  const send = async (texts: readonly string[], tried: typeof format, signal: AbortSignal): Promise<EmbeddingReply> => {
    const body = { model, input: [...texts], encoding_format: tried, ...(dimensions === undefined ? {} : { dimensions }) }
    try {
      return replyOf(await client.embeddings.create(body, { signal }))
    } catch (error) {
      throw faultOf(error)
    }
  }
  return async (texts, signal) => {
    const tried = format
    try {
      return await send(texts, tried, signal)
    } catch (error) {
      if (tried === 'float' || !refusesFormat(error)) throw error
      format = 'float'
      return await send(texts, 'float', signal)
    }
  }
}

function refusesFormat(error: unknown): boolean {
  const fault = error instanceof ProviderFault ? error : undefined
  return (fault?.status === 400 || fault?.status === 422) && /encoding_format|base64/i.test(fault.message)
}

/** A server that only resembles the provider may send anything with 200. */
function replyOf(reply: unknown): EmbeddingReply {
  const { data, model, usage } = fieldsOf(reply)
  if (!Array.isArray(data)) {
    throw new ProviderFault('shape', `a reply without \`data\`: ${JSON.stringify(reply)?.slice(0, 200)}`)
  }
  const entries = data.map(fieldsOf)
  const { inputTokens } = usageOf({ model, input: [fieldsOf(usage)['prompt_tokens']], cached: 0, written: 0, output: 0 })
  return {
    vectors: inOrder(entries).map(({ embedding }) => (typeof embedding === 'string' ? fromBase64(embedding) : embedding)),
    usage: { ...(typeof model === 'string' ? { model } : {}), ...(inputTokens === undefined ? {} : { inputTokens }) },
  }
}

/** By their numbers, which servers may send in any order, or not at all. */
function inOrder<Entry extends { readonly [field: string]: unknown }>(entries: readonly Entry[]): readonly Entry[] {
  if (entries.every((entry) => entry['index'] === undefined)) return entries
  const sorted = entries.toSorted((a, b) => Number(a['index']) - Number(b['index']))
  if (sorted.every((entry, at) => entry['index'] === at)) return sorted
  const given = entries.map((entry) => JSON.stringify(entry['index'])).join(', ')
  throw new ProviderFault(
    'shape',
    `expected the embeddings of ${entries.length} texts by their index, received ${given.slice(0, 200)}`,
  )
}

/** 32-bit floats, the smallest byte first. */
function fromBase64(text: string): number[] {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length % 4 !== 0) throw new ProviderFault('shape', `expected 32-bit floats in base64, received ${bytes.length} bytes`)
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4))
}
