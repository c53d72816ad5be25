import { z } from 'zod'
import { SystemError } from '../../errors.js'
import { addressOf } from '../../providers/components.js'
import { once } from '../../providers/once.js'
import { openOpenAIEmbeddings } from '../../providers/openai-embeddings.js'
import { openaiOptions, optionRefusal, withBaseURL } from '../../providers/options.js'
import { replyCost } from '../../providers/prices.js'
import { credentialsOf, messageSecretsOf } from '../../providers/secrets.js'
import type { Usage } from '../../schema/response.js'
import type { SystemRequest } from '../system.js'
import { vectorsOf } from './dense-vectors.js'
import { callProvider, type Timing } from './provider-call.js'

/** Makes vectors of texts, by which `dense` compares them. */
export interface Embeddings {
  name: string
  /** Most texts of one call. @default 64 */
  batch?: number
  /**
   * One vector a text, in their order, all of one length. `as`: what the texts are, which some models are told. `usage` is of live calls
   * only. Throws a `SystemError` where the call fails.
   */
  embed(
    texts: readonly string[],
    as: 'passage' | 'query',
    request: Pick<SystemRequest, 'record' | 'signal'>,
  ): Promise<{ vectors: readonly ArrayLike<number>[]; usage?: Usage }>
}

const { model, baseURL, headers, deadlineMs, retries, apiKeyEnv, prices } = openaiOptions
const Options = z.strictObject({
  model,
  baseURL,
  apiKeyEnv,
  dimensions: z.int().min(1).optional(),
  batch: z.int().min(1).max(2048).optional(),
  queryPrefix: z.string().optional(),
  passagePrefix: z.string().optional(),
  headers,
  deadlineMs,
  retries,
  prices,
})

export interface OpenAIEmbeddingsOptions extends z.input<typeof Options> {
  /** Of a server of one's own that speaks the protocol; it may need no key. @default OpenAI's */
  baseURL?: string | undefined
  /** Length of the vectors, for models that can shorten them. */
  dimensions?: number | undefined
  /** Texts a call. A call holds chunks of one document only, so that a changed document makes only its own again. @default 64 */
  batch?: number | undefined
  /** What some models want before a query, such as `query: `. */
  queryPrefix?: string | undefined
  /** And before a passage, such as `passage: `. */
  passagePrefix?: string | undefined
}

const Reply = z.strictObject({
  vectors: z.array(z.string()),
  usage: z.strictObject({ model: z.string().optional(), inputTokens: z.int().min(0).optional() }),
})

/**
 * Embeddings through the OpenAI protocol, recorded as what always comes to the same. Throws an `OptionError` for options that are wrong; a missing
 * package or key is one at the first live call.
 */
export function openaiEmbeddings(given: OpenAIEmbeddingsOptions, timing?: Timing): Embeddings {
  const checked = Options.safeParse(given)
  if (!checked.success) throw optionRefusal('openaiEmbeddings', 'openaiEmbeddings', Options, checked.error, given)
  const options = withBaseURL({ ...checked.data, provider: 'openai' as const })
  const { dimensions, batch = 64, queryPrefix = '', passagePrefix = '' } = options
  const prefix = { query: queryPrefix, passage: passagePrefix }
  const open = once(() => openOpenAIEmbeddings(options, 'retriever'))
  const who = `openai ${options.model}`
  return {
    name: dimensions === undefined ? options.model : `${options.model} (${dimensions})`,
    batch,
    async embed(texts, as, request) {
      const input = texts.map((text) => `${prefix[as]}${text}`)
      const { payload, recordedAt } = await callProvider(
        {
          who,
          components: {
            provider: 'openai',
            ...addressOf(options),
            endpoint: 'embeddings',
            model: options.model,
            dimensions,
            input,
          },
          payload: Reply,
          deterministic: true,
          secrets: () => credentialsOf(options),
          messageSecrets: () => messageSecretsOf(options),
          retries: options.retries,
          deadlineMs: options.deadlineMs,
          timing,
          async send(signal) {
            const { vectors, usage } = await (await open())(input, signal)
            return { vectors: vectorsOf(vectors, input.length, dimensions, who).map(written), usage }
          },
        },
        request,
      )
      return {
        vectors: payload.vectors.map((text) => vectorOf(text, who)),
        ...(recordedAt === null ? { usage: usageOf(payload.usage, options) } : {}),
      }
    },
  }
}

/**
 * A vector as its recording holds it: the bytes of its floats, the lower one first, in letters from a (0) to p (15), two a byte. It is a third of what numbers take,
 * and nothing in it looks like a key, a number or an address to a pattern of `cassettes.redact`.
 */
function written(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4)
  const letters = Buffer.alloc(bytes.length * 2)
  for (const [at, byte] of bytes.entries()) {
    letters[at * 2] = A + (byte >> 4)
    letters[at * 2 + 1] = A + (byte & 15)
  }
  return letters.toString('latin1')
}

const A = 'a'.charCodeAt(0)

function vectorOf(text: string, who: string): Float32Array {
  if (!/^(?:[a-p]{8})+$/.test(text))
    throw new SystemError(
      'shape',
      `${who}: a recorded vector is none; does a pattern of \`cassettes.redact\` match plain letters?`,
    )
  const bytes = Buffer.alloc(text.length / 2)
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = ((text.charCodeAt(at * 2) - A) << 4) | (text.charCodeAt(at * 2 + 1) - A)
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4))
}

function usageOf({ model: sent, inputTokens }: z.output<typeof Reply>['usage'], options: z.output<typeof Options>): Usage {
  if (inputTokens === undefined) return { model: sent ?? options.model, calls: 1 }
  const usd = replyCost({ model: sent, inputTokens, outputTokens: 0 }, options)
  return { model: sent ?? options.model, calls: 1, inputTokens, outputTokens: 0, ...(usd === null ? {} : { usd }) }
}
