import { describe, expect, it } from 'vitest'
import { OptionError } from '../errors.js'
import { resolveOptions } from './options.js'

describe('the option `prices`', () => {
  it('is a table of prices by model', () => {
    const prices = { ours: { input: 2, output: 5, above: { tokens: 100, input: 4, output: 10 } } }
    expect(resolveOptions({ prices }).prices).toEqual(prices)
    expect(resolveOptions().prices).toEqual({})
  })

  it.each<[string, object, string]>([
    ['a price without output', { ours: { input: 2 } }, '`prices.ours.output`'],
    ['a negative price', { ours: { input: -1, output: 2 } }, '`prices.ours.input`'],
    ['a figure that is not there', { ours: { input: 1, output: 2, perCall: 3 } }, '`prices.ours`'],
  ])('%s is an error that names it', (_, prices, named) => {
    const resolving = () => resolveOptions({ prices } as object)
    expect(resolving).toThrow(OptionError)
    expect(resolving).toThrow(named)
  })
})
