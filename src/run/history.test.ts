import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderOfTest } from '../../test/unit/nested/reported.js'
import { makeRecord } from '../../test/unit/records.js'
import { Item } from '../schema/item.js'
import { RECORD_VERSION } from '../schema/record.js'
import { earlierCases } from './history.js'

const SUITE = { file: 'suites/suite.suite.ts', suite: 'suite' }
const item = Item.parse({ id: 'A', question: 'How long?' })

/** A folder of runs, each with answers by the case's id. */
function runs(...answers: Record<string, string>[]): string {
  const folder = folderOfTest()
  answers.forEach((cases, i) => {
    const run = join(folder, `2026-11-2${i}`)
    mkdirSync(run)
    const lines = Object.entries(cases).map(([id, answer]) => {
      const response = { answer, passages: [{ text: 'Three months.' }] }
      const line = { schemaVersion: RECORD_VERSION, kind: 'case', project: 'p', record: makeRecord({ id }), item, response }
      return JSON.stringify({ ...line, verdict: null, recordings: [] })
    })
    writeFileSync(join(run, '0.jsonl'), `${['{"kind":"case" cut off', ...lines].join('\n')}\n`)
  })
  return folder
}

const steadyOf = (folder: string, not?: string) =>
  Object.fromEntries([...earlierCases(folder, SUITE, not)].map(([id, { steady }]) => [id, steady]))

it.each<[string, Record<string, string>[], Record<string, boolean>]>([
  ['nothing of no run', [], {}],
  ['nothing twice of one run', [{ A: 'Three.' }], { A: false }],
  [
    'what came twice',
    [
      { A: 'Three.', B: 'Four.' },
      { A: 'Three.', B: 'Five.', C: 'Six.' },
    ],
    { A: true, B: false, C: false },
  ],
  ['the two newest of three', [{ A: 'Three.' }, { A: 'Four.' }, { A: 'Three.' }], { A: false }],
])('knows %s', (_, answers, expected) => {
  expect(steadyOf(runs(...answers))).toEqual(expected)
})

it('takes an answer that was taken over from the run before for one, not for two', () => {
  const folder = runs({ A: 'Three.', B: 'Four.' }, { A: 'Three.', B: 'Four.' })
  const file = join(folder, '2026-11-21', '0.jsonl')
  const taken = readFileSync(file, 'utf8').replace('"id":"A"', '"takenFrom":"2026-11-20","id":"A"')
  writeFileSync(file, taken)
  expect(steadyOf(folder)).toEqual({ A: false, B: true })
})

it('leaves out the run that is under way and other suites', () => {
  const folder = runs({ A: 'Three.' }, { A: 'Three.' }, { A: 'Four.' })
  expect(steadyOf(folder, '2026-11-22')).toEqual({ A: true })
  expect(earlierCases(folder, { ...SUITE, suite: 'another' }).size).toBe(0)
  expect(earlierCases(folder, { ...SUITE, file: 'suites/another.suite.ts' }).size).toBe(0)
  expect(earlierCases(join(folder, 'none'), SUITE).size).toBe(0)
})

it('an answer from other passages is another, and a run without the suite is none of the two', () => {
  const folder = runs({ A: 'Three.' }, {}, { A: 'Three.' })
  expect(steadyOf(folder)).toEqual({ A: true })
  const file = join(folder, '2026-11-22', '0.jsonl')
  const other = runs({ A: 'Three.' }, { A: 'Three.' })
  const changed = readFileSync(file, 'utf8').replace('Three months.', 'Four months.')
  writeFileSync(join(other, '2026-11-21', '0.jsonl'), changed)
  expect(steadyOf(other)).toEqual({ A: false })
})
