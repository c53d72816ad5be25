import { expect, it } from 'vitest'
import { usdText } from './money.js'

it.each([
  [0, '0.00'],
  [0.00003, '<0.0001'],
  [0.0001, '0.00010'],
  [0.00345, '0.0035'],
  [0.034, '0.034'],
  [0.05, '0.050'],
  [0.1, '0.10'],
  [3.2, '3.20'],
  [1234.5, '1,234.50'],
])('%d USD reads %s', (usd, text) => {
  expect(usdText(usd)).toBe(text)
})
