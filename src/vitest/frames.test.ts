import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { type NestedRun, runNestedSuite } from '../../test/unit/nested.js'

const FILE = new URL('../../test/unit/nested/frames.nested.ts', import.meta.url)
const text = readFileSync(FILE, 'utf8').split('\n')
/** The line that bears a name in a comment. */
const lineOf = (name: string) => `frames.nested.ts:${text.findIndex((line) => line.endsWith(` // ${name}`)) + 1}`

describe('where a failure points', () => {
  let run: NestedRun
  beforeAll(async () => {
    run = await runNestedSuite('frames')
  }, 60_000)

  it.each([
    ['does not hold'],
    ['after something else was awaited'],
    ['in a helper'],
    ['soft'],
    ['a mistake in the test'],
    ['not awaited'],
    ['a bug points at itself'],
  ])('%s: at the line of the test', (name) => {
    expect(lineOf(name)).not.toBe('frames.nested.ts:0')
    expect(run.places[name]?.map((frames) => frames.split(',')[0])).toEqual([lineOf(name)])
  })

  it('in the callback of a benchmark too and at nothing else, but only the first twenty', () => {
    const suites = ['matcher', 'soft matcher', 'plain']
    const places = suites.flatMap((suite) =>
      Object.entries(run.places)
        .filter(([name]) => name.startsWith(`${suite} > `))
        .map(([, [place]]) => ({ suite, place })),
    )
    expect(places).toHaveLength(24)
    const pointing = places.filter(({ place }) => place !== '')
    expect(pointing).toHaveLength(20)
    for (const { suite, place } of pointing) expect(place).toBe(lineOf(suite))
    expect(new Set(pointing.map(({ suite }) => suite)).size).toBeGreaterThan(1)
  })
})
