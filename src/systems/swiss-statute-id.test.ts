import { expect, test } from 'vitest'
import { readStatuteId } from './swiss-statute-id.js'

test.each([
  ['OR_41', { act: 'OR', article: '41' }],
  ['41_OR', { act: 'OR', article: '41' }],
  ['OR 41', { act: 'OR', article: '41' }],
  ['Art. 41 OR', { act: 'OR', article: '41' }],
  ['art. 257e al. 3 CO', { act: 'CO', article: '257e al. 3' }],
  ['257e_CO', { act: 'CO', article: '257e' }],
  ['art. 28 lit. a Cst.', { act: 'Cst', article: '28 lit. a' }],
  ['Art. 28 bis ZGB', { act: 'ZGB', article: '28 bis' }],
  ['OR, Art. 41', { act: 'OR', article: '41' }],
  ['OR-41', { act: 'OR', article: '41' }],
  ['257e-CO', { act: 'CO', article: '257e' }],
  ['OR/41', { act: 'OR', article: '41' }],
  ['OR41', { act: 'OR', article: '41' }],
  ['41OR', { act: 'OR', article: '41' }],
  ['Art.41 OR', { act: 'OR', article: '41' }],
  ['or_41', { act: 'or', article: '41' }],
  ['StGB_111', { act: 'StGB', article: '111' }],
  ['12a_FäG', { act: 'FäG', article: '12a' }],
  ['OR', null],
  ['41', null],
  ['', null],
  ['Art. 41 OR und Art. 8 ZGB', null],
])('a statute id %j', (id, expected) => {
  expect(readStatuteId(id)).toEqual(expected)
})
