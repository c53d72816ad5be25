import { createPace } from '../../../src/run/pace.js'
import { playedClock } from '../../../src/run/played-clock.test-util.js'
import { readTable, runTable } from './table.js'

interface Row {
  id: string
  limits: { requestsPerMinute: number | null; tokensPerMinute: number | null }
  calls: { at: number; tokens: number; party?: string }[]
  expected: number[]
  derivation: string
}

runTable('expected starts under limits a minute', {
  rows: readTable<{ cases: Row[] }>('limits').cases,
  nameOf: ({ id }) => id,
  compare({ limits, calls, expected }) {
    const clock = playedClock()
    const pace = createPace(clock)
    const party = {
      limits: { requests: limits.requestsPerMinute ?? undefined, tokens: limits.tokensPerMinute ?? undefined },
    }
    const received: (number | null)[] = calls.map(() => null)
    for (const [index, call] of calls.entries()) {
      clock.later(call.at, () => {
        pace.enter({ name: call.party ?? 'p', ...party }, call.tokens, () => {
          received[index] = clock.now()
        })
      })
    }
    clock.runOut()
    return { received, expected }
  },
})
