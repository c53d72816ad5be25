import { describe, expect, it } from 'vitest'
import { judgeSaying } from '../../../test/unit/judge.js'
import '../register.js'

const act = { kind: 'statute', title: 'Rent Act 2031', section: '5' } as const
const span = { document: 'lease.txt', start: 0, end: 9, text: 'The rent.' }
const claim = { text: 'The rent is due.', support: 'entailment' } as const
const cites = { answer: 'See BGE 136 III 513.', citations: [], passages: [{ citation: 'BGE 136 III 513', text: 'x' }] }

describe('a failing .not says what was expected, and nothing against it', () => {
  it.each<[string, () => Promise<unknown>, string[]]>([
    ['toRefuse', () => expect("I'm sorry, I cannot help with that.").not.toRefuse({ language: 'en' }), ['received: refused']],
    [
      'toBeGrounded',
      () => expect({ answer: 'a', passages: ['The rent is due.'] }).not.toBeGrounded({ judge: judgeSaying({ claims: [claim] }) }),
      ['1 of 1 claims supported'],
    ],
    [
      'toAnswerCorrectly',
      () => expect('Ten.').not.toAnswerCorrectly({ reference: 'Ten.', judge: judgeSaying({ correct: true }) }),
      ['correct:  “Ten.”', 'received: “Ten.”'],
    ],
    [
      'toCorrectPremise',
      () => expect('Not so.').not.toCorrectPremise({ question: 'Q?', judge: judgeSaying({ outcome: 'premise-corrected' }) }),
      ['expected: anything but premise-corrected', 'received: premise-corrected'],
    ],
    [
      'toCiteGold',
      () => expect({ answer: 'a', citations: [{ title: 'Rent Act 2031' }] }).not.toCiteGold(act),
      ['gold:     Rent Act 2031, 5', 'received: Rent Act 2031'],
    ],
    [
      'toRetrieveGold',
      () => expect({ answer: 'a', passages: [{ title: 'Rent Act 2031' }] }).not.toRetrieveGold(act),
      ['gold:     Rent Act 2031, 5', 'received: 1. Rent Act 2031'],
    ],
    [
      'toCoverSpans',
      () => expect({ answer: 'a', passages: [span] }).not.toCoverSpans(span),
      ['gold:      lease.txt 0–9 “The rent.”', 'received:  lease.txt 0–9'],
    ],
    [
      'toCiteOnlyExisting',
      () => expect(cites).not.toCiteOnlyExisting({ retrieved: true, quotes: true }),
      [
        'expected: an authority that does not exist',
        '          or one that is among no passage',
        '          or a quotation that stands in no passage',
        'received: BGE 136 III 513',
      ],
    ],
  ])('%s', async (_, assertion, facts) => {
    const error = await assertion().then(
      () => null,
      (thrown: Error) => thrown,
    )
    const message = error?.message ?? ''
    expect(message).toMatch(/^expected the [^\n]* not to /u)
    for (const fact of facts)
      expect(
        message.split('\n').some((line) => line.startsWith(fact)),
        `${fact} in ${message}`,
      ).toBe(true)
    // Outside .not the same golds are what is expected.
    const expected = message.split('\n').filter((line) => line.startsWith('expected: '))
    expect(expected.every((line) => / (?:anything but|an authority that does not) /u.test(line))).toBe(true)
  })
})
