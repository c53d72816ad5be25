import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entailmentLabel } from './entailment-label.js'

describe('the label that a word names', () => {
  it.each([
    ['Entailment', 'entailment'],
    ['entailment', 'entailment'],
    ['NEUTRAL', 'neutral'],
    ['Contradiction', 'contradiction'],
  ])('%s', (word, label) => {
    expect(entailmentLabel(word)).toBe(label)
  })

  it.each([
    ["ClaimRAG-LAW's odd label", "Doesn't Make Sense"],
    ['its empty one', ''],
    ['a label that is missing', undefined],
    ['no label', null],
    ["a judge's abstention", 'undetermined'],
    ['a near word', 'Entailed'],
    ['its negation', 'Not Entailment'],
    ['white space', ' Entailment'],
    ['two labels', 'Entailment, Neutral'],
    ['a number', 1],
    ['a truth value', true],
    ['a list of one label', ['Entailment']],
    ['a capital that only another language folds', 'ENTAİLMENT'],
  ])('is none of the three for %s', (_, word) => {
    expect(entailmentLabel(word)).toBeNull()
  })

  it('is never made up', () => {
    fc.assert(
      fc.property(fc.string(), (word) => {
        expect([null, word.toLowerCase()]).toContain(entailmentLabel(word))
      }),
    )
  })
})
