import { expect, it } from 'vitest'
import { firstDraw } from './python-random.js'

// Printed by CPython 3: random.seed(text); print(random.random())
it.each([
  ['', 0.9602256525641875],
  ['a', 0.2720295377534757],
  ['privacy_qa/Fiverr.txt', 0.13679912426036056],
  ['ÄÖ🙂', 0.16336006917032075],
  ['maud/x'.repeat(40), 0.9283555053309932],
])('draws for %j what CPython draws', (text, expected) => {
  expect(firstDraw(text)).toBe(expected)
})
