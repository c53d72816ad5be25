import { describe, expect, it } from 'vitest'
import { OptionError } from '../errors.js'
import { type DocketOptions, resolveOptions } from './options.js'

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

describe('the option `outputs`', () => {
  it('is none by default', () => {
    expect(resolveOptions().outputs).toEqual([])
    expect(resolveOptions({ outputs: ['csv', 'junit'] }).outputs).toEqual(['csv', 'junit'])
  })

  it.each<[string, unknown]>([
    ['an unknown one', ['xml']],
    ['no list', 'junit'],
  ])('%s is an error that names it', (_, outputs) => {
    expect(faultsOf({ outputs })).toMatch(/`outputs/)
  })
})

/** What the plugin says of its options. */
function faultsOf(options: unknown): string {
  try {
    resolveOptions(options as DocketOptions)
    return 'no fault'
  } catch (error) {
    expect(error).toBeInstanceOf(OptionError)
    return (error as Error).message
  }
}

describe('fault 15: wrong options', () => {
  it.each<[string, unknown, string]>([
    [
      'one of the judge',
      { requestsPerMinute: 5 },
      'no option `requestsPerMinute` here: it is an option of `judge`; its options are judge, ',
    ],
    ['one of a benchmark', { gates: [] }, 'no option `gates` here: it is an option of `describeBenchmark`; '],
    [
      'one of two places',
      { system: true },
      'no option `system` here: it is an option of `cassettes` and of `describeBenchmark`; ',
    ],
    ['a misspelt one', { concurency: 4 }, 'no option `concurency`, did you mean `concurrency`?; '],
    [
      'a misspelt one of the judge',
      { requestPerMinute: 4 },
      'no option `requestPerMinute`, did you mean `requestsPerMinute` of `judge`?; ',
    ],
    ['one that is nothing', { colour: 'red' }, 'no option `colour`; its options are judge, concurrency, '],
    [
      'a misspelt one of the budget',
      { budget: { usdd: 1 } },
      '`budget`: no option `usdd`, did you mean `usd`?; the options are usd, calls, tokens',
    ],
    [
      'a misspelt one of recordings',
      { cassettes: { mod: 'auto' } },
      '`cassettes`: no option `mod`, did you mean `mode`?; the options are mode, dir, redact, system',
    ],
    ['a number below its least', { concurrency: 0 }, '`concurrency`: expected at least 1, received 0'],
    ['a number above its most', { deadlineMs: 2 ** 31 }, '`deadlineMs`: expected at most 2147483647, received 2147483648'],
    ['a part of a number', { trials: 1.5 }, '`trials`: expected a whole number, received 1.5'],
    ['a sample of nothing', { sample: { size: 0, seed: 1 } }, '`sample.size`: expected at least 1, received 0'],
    ['a sample that is a word', { sample: 'some' }, "`sample`: expected 'all' or { size, seed, by }"],
    [
      'a mode that is none',
      { cassettes: 'rerecord' },
      '`cassettes`: expected one of auto, record, replay, off, or { mode, dir, redact, system }, received "rerecord"',
    ],
    [
      'a mode that is none, in the object',
      { cassettes: { mode: 'x' } },
      '`cassettes.mode`: expected one of "auto", "record", "replay", "off", received "x"',
    ],
    ['no options', null, '`options`: expected an object, received null'],
  ])('%s', (_, options, words) => {
    expect(faultsOf(options)).toContain(`vitest-docket options: ${words}`)
  })

  it('those of the judge, of redaction and the others are told together, and what is known once', () => {
    const judge = { provider: 'openai', model: 'x', requestsPerMinute: 0 }
    const message = faultsOf({ judge, seed: 'a', colour: 1, shade: 2, cassettes: { redact: ['('] } })
    expect(message.split('\n')).toEqual([
      'vitest-docket options:',
      '  `seed`: expected a number, received "a"',
      expect.stringMatching(/^ {2}no option `colour`; no option `shade`; its options are judge, concurrency, [\w, ]+$/),
      '  `judge.requestsPerMinute`: expected at least 1, received 0',
      expect.stringContaining('`cassettes.redact`: expected sources of regular expressions'),
    ])
  })
})
