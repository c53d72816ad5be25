import { describe, expect, it } from 'vitest'
import { Gate } from '../src/schema/gate.js'
import { makeRecord } from '../test/unit/records.js'
import { infrastructureReasons } from './status.js'

const NOTHING_POSITIONAL = { falseAlarmRate: 0.001, examined: [], suspects: [], without: null }
const failure = { stage: 'judge' as const, kind: 'provider', message: '503' }

describe('the floor under which a suite is INFRASTRUCTURE', () => {
  it.each<[number, number[], boolean]>([
    [2, [], false],
    [3, [], true],
    [3, [0.98], true],
    [3, [0.98, 0.9], false],
    [10, [0.9], false],
    [11, [0.9], true],
    // A gate that asks for more is closed by itself; the rest of the suite is not in doubt for it.
    [2, [1], false],
    [100, [0], false],
  ])('fault 3: %d of 100 lost, coverage floors of its gates %j: in doubt %s', (gone, floors, inDoubt) => {
    const records = Array.from({ length: 100 }, (_, i) => makeRecord({ id: `x${i}`, ...(i < gone ? { failure } : {}) }))
    const gates = floors.map((minCoverage) => Gate.parse({ metric: 'answered', min: 0.5, minCoverage }))
    const expected = inDoubt ? [`${gone} of 100 cases lost (${gone.toFixed(1)}%): judge provider, 503`] : []
    expect(infrastructureReasons(records, [], NOTHING_POSITIONAL, gates)).toEqual(expected)
  })
})
