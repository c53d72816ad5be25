import { expect, it } from 'vitest'
import type { DataFault } from '../errors.js'
import { uniqueIds } from './unique-ids.js'

it('fault 32: an id given again names both places, each time it is', () => {
  const faults: DataFault[] = []
  const takeId = uniqueIds(faults)
  const places = [{ file: 'a.jsonl', line: 2 }, { file: 'a.jsonl', line: 5 }, { file: 'b.jsonl', line: 1 }, { file: 'items[0]' }]
  expect(places.map((place) => takeId('x', place))).toEqual([true, false, false, false])
  expect(takeId('constructor', { file: 'a.jsonl', line: 3 })).toBe(true)
  const message = 'duplicate id "x"; a.jsonl:2 has it too'
  expect(faults).toEqual(places.slice(1).map((place) => ({ ...place, field: 'id', message })))
})

it('of a document on one line both places are those in the document', () => {
  const faults: DataFault[] = []
  const takeId = uniqueIds(faults, 'query_id')
  const place = { file: 'a.json', line: 1 }
  expect([takeId('x', place, 'rows.2'), takeId('x', place, 'rows.7')]).toEqual([true, false])
  expect(faults).toEqual([{ ...place, field: 'rows.7.query_id', message: 'duplicate id "x"; a.json:1 rows.2 has it too' }])
})
