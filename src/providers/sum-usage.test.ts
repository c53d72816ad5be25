import { describe, expect, it } from 'vitest'
import { Usage } from '../schema/response.js'
import { sumUsage } from './sum-usage.js'

const priced = { model: 'a', calls: 1, inputTokens: 10, outputTokens: 2, usd: 0.5 }
const bare = { model: 'b', inputTokens: 5, outputTokens: 0 }

describe('sumUsage', () => {
  it.each<[string, (Usage | undefined)[], Usage | undefined]>([
    ['nothing', [undefined], undefined],
    ['one as it is', [undefined, bare], bare],
    ['calls whose money is known', [priced, { ...priced, model: 'b' }], { calls: 2, inputTokens: 20, outputTokens: 4, usd: 1 }],
    ['of one model', [priced, priced], { model: 'a', calls: 2, inputTokens: 20, outputTokens: 4, usd: 1 }],
    [
      'the calls themselves, where the money of one is not known',
      [priced, bare],
      { calls: 2, inputTokens: 15, outputTokens: 2, parts: [priced, bare] },
    ],
    [
      'those of a sum in a sum too',
      [sumUsage([priced, bare]), bare],
      { calls: 3, inputTokens: 20, outputTokens: 2, parts: [priced, bare, bare] },
    ],
  ])('%s', (_, given, sum) => {
    expect(sumUsage(given)).toEqual(sum)
    if (sum !== undefined) expect(Usage.safeParse(sum).success).toBe(true)
  })
})
