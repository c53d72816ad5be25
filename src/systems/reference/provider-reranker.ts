import { z } from 'zod'
import { credentialsOfUrl, publicUrl } from '../../cassettes/redact.js'
import { withoutCredentials } from '../../providers/components.js'
import { secretsOf } from '../../providers/credentials.js'
import { fieldsOf } from '../../providers/fields.js'
import { openaiOptions, optionRefusal } from '../../providers/options.js'
import { costOf } from '../../providers/prices.js'
import { ProviderFault } from '../../providers/retry.js'
import { SetupError } from '../../providers/setup-error.js'
import type { Json } from '../../schema/json.js'
import type { Usage } from '../../schema/response.js'
import { callProvider, type Timing } from './provider-call.js'
import { postJson } from './provider-fetch.js'
import { byScores, checkScores } from './rerank.js'
import type { Reranker } from './stages.js'

const { headers, deadlineMs, retries, prices } = openaiOptions
const FORMATS = ['cohere', 'voyage', 'tei'] as const

const Options = z
  .strictObject({
    url: z.url({ protocol: /^https?$/, error: 'expected a URL such as https://host/v2/rerank' }),
    model: z.string().min(1).optional(),
    apiKeyEnv: z.string().min(1).optional(),
    format: z.enum(FORMATS).default('cohere'),
    headers,
    deadlineMs,
    retries,
    prices,
  })
  .refine(({ format, model }) => format === 'tei' || model !== undefined, {
    path: ['model'],
    message: 'expected the name of a model; only a text-embeddings-inference server has one of its own',
  })

/** Options of a rerank interface; of `text-embeddings-inference` the server knows the model. */
export interface ProviderRerankerOptions extends z.input<typeof Options> {
  /** Of the interface itself, such as `https://api.cohere.com/v2/rerank`. */
  url: string
  /** The variable that holds the key, which goes as a bearer token. @default none is sent */
  apiKeyEnv?: string | undefined
  /** `cohere`: version 2, and Jina's, vLLM's and others' that follow it · `voyage` · `tei`: text-embeddings-inference. @default 'cohere' */
  format?: (typeof FORMATS)[number] | undefined
}

const Scores = z.strictObject({
  /** Place of a candidate, from 0, and its score. */
  scores: z.array(z.tuple([z.number(), z.number()])),
  tokens: z.int().min(0).optional(),
})
type Scores = z.output<typeof Scores>

/** A reranker behind a provider's rerank interface, recorded as what always comes to the same. Throws an `OptionError` for options that are wrong. */
export function providerReranker(given: ProviderRerankerOptions, timing?: Timing): Reranker {
  const checked = Options.safeParse(given)
  if (!checked.success) throw optionRefusal('providerReranker', 'providerReranker', Options, checked.error, given)
  const options = checked.data
  const { url, format, model, headers = {}, apiKeyEnv } = options
  const name = model ?? format
  const secrets = () => [keyOf(apiKeyEnv), ...secretsOf(headers), ...credentialsOfUrl(url)].filter(({ length }) => length >= 8)
  return {
    name,
    async rerank(query, candidates, k, request) {
      if (candidates.length === 0) return { passages: [] }
      const body = bodyOf(
        options,
        query,
        candidates.map(({ text }) => text),
      )
      const { payload, recordedAt } = await callProvider(
        {
          who: name,
          components: {
            provider: format,
            baseURL: publicUrl(url),
            headers: Object.keys(headers).length === 0 ? undefined : withoutCredentials(headers),
            endpoint: 'rerank',
            model,
            input: body,
          },
          payload: Scores,
          deterministic: true,
          secrets,
          messageSecrets: () => [...secrets(), ...Object.values(headers).filter(({ length }) => length >= 8)],
          retries: options.retries,
          deadlineMs: options.deadlineMs,
          timing,
          async send(signal) {
            const sent = { ...authorization(name, apiKeyEnv), ...headers }
            const read = scoresOf(await postJson(url, { body, headers: sent, signal }), format)
            checkScores(name, candidates.length, read.scores)
            return read
          },
        },
        request,
      )
      return {
        passages: byScores(candidates, payload.scores, k),
        ...(recordedAt === null ? { usage: usageOf(payload, options) } : {}),
      }
    },
  }
}

function keyOf(variable: string | undefined): string {
  return variable === undefined ? '' : (process.env[variable]?.trim() ?? '')
}

function authorization(name: string, variable: string | undefined): Record<string, string> {
  if (variable === undefined) return {}
  const key = keyOf(variable)
  if (key === '') throw new SetupError(`the reranker ${name} needs an API key: set the environment variable ${variable}`)
  return { authorization: `Bearer ${key}` }
}

/** Scores of all candidates are asked for: which of equal ones come first is not left to the provider. */
function bodyOf({ format, model = '' }: z.output<typeof Options>, query: string, texts: string[]): Json {
  switch (format) {
    case 'cohere':
      return { model, query, documents: texts, top_n: texts.length }
    case 'voyage':
      return { model, query, documents: texts, top_k: texts.length }
    case 'tei':
      // It refuses what is too long unless it is told to cut it, as the others do.
      return { query, texts, truncate: true }
  }
}

const Entry = z.looseObject({ index: z.number(), relevance_score: z.number().optional(), score: z.number().optional() })
const Tokens = z.looseObject({ total_tokens: z.int().min(0) })

function scoresOf(reply: unknown, format: (typeof FORMATS)[number]): Scores {
  const fields = fieldsOf(reply)
  const list = format === 'tei' ? reply : fields[format === 'cohere' ? 'results' : 'data']
  const wanted = { cohere: '`results`', voyage: '`data`', tei: 'a list of { index, score }' }[format]
  if (!Array.isArray(list)) throw new ProviderFault('shape', `a reply without ${wanted}: ${JSON.stringify(reply)?.slice(0, 200)}`)
  const scores = list.map((entry: unknown): [number, number] => {
    const read = Entry.safeParse(entry)
    const score = format === 'tei' ? read.data?.score : read.data?.relevance_score
    if (read.data === undefined || score === undefined)
      throw new ProviderFault('shape', `an entry of the reply is no score: ${JSON.stringify(entry)?.slice(0, 200)}`)
    return [read.data.index, score]
  })
  const tokens = Tokens.safeParse(fields['usage'])
  return { scores, ...(tokens.success ? { tokens: tokens.data.total_tokens } : {}) }
}

/** Some charge by tokens and say how many; the money of those that charge by search is not known. */
function usageOf({ tokens }: Scores, { model, prices }: z.output<typeof Options>): Usage {
  const named = { ...(model === undefined ? {} : { model }), calls: 1 }
  if (tokens === undefined) return named
  const counted = { ...named, inputTokens: tokens, outputTokens: 0 }
  const usd = costOf(counted, prices)
  return usd === null ? counted : { ...counted, usd }
}
