import { afterEach } from 'vitest'
import { NO_COST } from '../../../src/judges/budget.js'
import { createJudge } from '../../../src/judges/create.js'
import type { JudgeOptions } from '../../../src/judges/options.js'
import { costOf, Price } from '../../../src/providers/prices.js'
import { sumCosts } from '../../../src/run/cost.js'
import { anthropicServer } from '../../providers/anthropic.js'
import { literalVerdict } from '../../providers/behaviour.js'
import { openaiServer } from '../../providers/openai.js'
import { judgeRequest } from '../../providers/request.js'
import type { ProviderServer } from '../../providers/server.js'
import { near, readTable, runTable } from './table.js'

type Rates = Pick<Price, 'input' | 'output' | 'cachedInput' | 'cacheWrite'>

interface Row {
  id: string
  usage: Partial<Record<'input' | 'output' | 'cachedInput' | 'cacheWrite', number | null>> | null
  price: (Rates & { above?: Partial<Rates> & { inputTokens: number } }) | null
  expected: number | null
  raw?: { provider: 'anthropic' | 'openai'; usage: object }
  derivation: string
}

interface Sum {
  id: string
  costs: (number | null)[]
  expected: { usd: number | null; known: number; unknown: number }
  derivation: string
}

const { cases, sums } = readTable<{ cases: Row[]; sums: Sum[] }>('prices')
const MODEL = 'a-model-of-no-list'

runTable('expected costs', {
  rows: cases,
  nameOf: ({ id }) => id,
  compare({ usage, price, expected }) {
    const { input, output, cachedInput, cacheWrite } = usage ?? {}
    const received = costOf(
      {
        model: MODEL,
        inputTokens: input ?? undefined,
        outputTokens: output ?? undefined,
        cachedInputTokens: cachedInput ?? undefined,
        cacheWriteTokens: cacheWrite ?? undefined,
      },
      pricesOf(price),
    )
    return { received, expected: near(expected) }
  },
})

let server: ProviderServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

// What a provider reports goes through its judge, from the HTTP body to the verdict.
runTable('expected costs of usage as a provider reports it', {
  rows: cases.filter(({ raw }) => raw !== undefined),
  nameOf: ({ id }) => id,
  async compare({ usage, price, expected, raw }) {
    if (raw === undefined) throw new Error('a row without raw usage')
    server = await (raw.provider === 'openai' ? openaiServer : anthropicServer)(({ prompt }) => ({
      kind: 'body',
      body: JSON.stringify({ ...reply(raw.provider, JSON.stringify(literalVerdict(prompt))), usage: raw.usage }),
    }))
    const options = { provider: raw.provider, model: MODEL, baseURL: server.baseURL, prices: pricesOf(price), retries: 0 }
    const judge = createJudge(options satisfies JudgeOptions, { root: process.cwd() })
    const verdict = await judge.assess(judgeRequest(), { signal: new AbortController().signal })
    return {
      received: verdict.usage,
      expected: {
        model: MODEL,
        inputTokens: usage?.input,
        cachedInputTokens: usage?.cachedInput ?? 0,
        outputTokens: usage?.output,
        usd: near(expected),
      },
    }
  },
})

runTable('expected sums of costs', {
  rows: sums,
  nameOf: ({ id }) => id,
  disputed: { s3: 'a sum with a cost that is not known is not known; the report counts the cases without a price beside it' },
  compare: ({ costs, expected }) => ({
    received: sumCosts(costs.map((usd) => ({ ...NO_COST, calls: 1, usd }))).usd,
    expected: near(expected.usd),
  }),
})

/** As a user writes it in `prices`. */
function pricesOf(price: Row['price']): Record<string, Price> {
  if (price === null) return {}
  const { above, ...rates } = price
  if (above === undefined) return { [MODEL]: Price.parse(rates) }
  const { inputTokens: tokens, ...named } = above
  return { [MODEL]: Price.parse({ ...rates, above: { tokens, ...named } }) }
}

function reply(provider: 'anthropic' | 'openai', text: string): object {
  return provider === 'openai'
    ? { model: MODEL, choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }] }
    : { type: 'message', role: 'assistant', model: MODEL, content: [{ type: 'text', text }], stop_reason: 'end_turn' }
}
