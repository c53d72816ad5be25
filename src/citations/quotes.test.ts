import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isVerbatim, quotesIn } from './quotes.js'

const texts = (text: string) => quotesIn(text).map((quote) => quote.text)

describe('quotesIn', () => {
  it.each([
    ['English', 'It says “the notice must be in writing” here.', ['the notice must be in writing']],
    ['straight', 'It says "the notice must be in writing" here.', ['the notice must be in writing']],
    ['German', 'Es heisst „die Kündigung bedarf der Schriftform“ dort.', ['die Kündigung bedarf der Schriftform']],
    [
      'German, closed as in English',
      'Es heisst „die Kündigung bedarf der Schriftform” dort.',
      ['die Kündigung bedarf der Schriftform'],
    ],
    ['Swiss and Italian', 'Es heisst «die Kündigung bedarf der Schriftform» dort.', ['die Kündigung bedarf der Schriftform']],
    ['French', 'Il dit « le congé est donné par écrit » ici.', ['le congé est donné par écrit']],
    ['German, turned', 'Es heisst »die Kündigung bedarf der Schriftform« dort.', ['die Kündigung bedarf der Schriftform']],
    ['English, single', 'It says ‘the notice must be in writing’ here.', ['the notice must be in writing']],
    ['single, with apostrophes', 'It says ‘it’s the tenants’ right to stay’ here.', ['it’s the tenants’ right to stay']],
    ['single, closed by a plural', 'It says ‘give notice to all tenants’ there.', ['give notice to all tenants']],
    ['two single', '‘one two three fours’ and ‘five six seven eight’', ['one two three fours', 'five six seven eight']],
    ['closed by a straight mark', 'It says “the notice must be in writing" here.', ['the notice must be in writing']],
    ['straight marks inside', '“he said "never" and left the room”', ['he said "never" and left the room']],
    ['Swedish', 'It says ”the notice must be in writing” here.', ['the notice must be in writing']],
    [
      'German, with an English one inside',
      'Es heisst „wer “unverzüglich” rügt, hat gewahrt“ dort.',
      ['wer “unverzüglich” rügt, hat gewahrt'],
    ],
    [
      'German, closed by a straight mark',
      'Es heisst „die Kündigung bedarf der Schriftform" dort.',
      ['die Kündigung bedarf der Schriftform'],
    ],
    [
      'the same marks inside',
      '“he said it “never” and more” then “one two three four”',
      ['he said it “never', 'one two three four'],
    ],
    ['apostrophes', 'the tenants’ and landlords’ rights of the ‘90s', []],
    ['two', '“one two three four” and “five six seven eight”', ['one two three four', 'five six seven eight']],
    ['a quote inside', '“he said ‘never’ and left the room”', ['he said ‘never’ and left the room']],
    ['long words', '“Verwaltungsgerichtsbeschwerde”', ['Verwaltungsgerichtsbeschwerde']],
    ['over a line', 'It says “the notice must\nbe in writing” here.', ['the notice must\nbe in writing']],
    ['a term', 'the “notice period” of “3 months”', []],
    ['not over a paragraph', 'It says “the notice must\n\nbe in writing” here.', []],
    ['an open mark before a closed quote', 'a 5” pipe: “the notice must be in writing”', ['the notice must be in writing']],
    ['inches', 'a 5" pipe and a 6" pipe, “one two three four”', ['one two three four']],
    ['a straight mark left open', 'he said "well, “one two three four” then', ['one two three four']],
    [
      'a block',
      'The act:\n\n> A notice is void\n> unless it is in writing.\n\nSo it is.',
      ['A notice is void\nunless it is in writing.'],
    ],
    ['a block right behind a line', 'The act:\n> A notice is void unless written.', ['A notice is void unless written.']],
    ['marks inside a block', '> “A notice is void” unless written.', ['“A notice is void” unless written.']],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => {
    expect(texts(text)).toEqual(expected)
  })

  it('says where, in code points, marks included', () => {
    const text = '\u{1F3DB} “one two three four”\n\n> five six seven eight\n> nine'
    const points = Array.from(text)
    expect(quotesIn(text).map(({ start, end, block }) => [points.slice(start, end).join(''), block])).toEqual([
      ['“one two three four”', false],
      ['> five six seven eight\n> nine', true],
    ])
  })

  it.each(['“', '"a b c d ', '«', '> ', '"'])('ends on 100 kB of %s', (unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length))
    expect(quotesIn(text).every(({ start, end }) => start < end)).toBe(true)
  })
})

describe('isVerbatim', () => {
  const source =
    'A notice of termination is void unless it is given in writing, states the ground — and is “signed” by the landlord. The tenant’s reply is due within 30 days.'
  it.each([
    ['void unless it is given in writing', true],
    ['void  unless it\nis given in writing', true],
    ['“void unless it is given in writing,”', true],
    ['void unless it is given in writing.', true], // punctuation of the sentence around it
    ['states the ground - and is "signed" by', true],
    ["states the ground – and is 'signed' by", true],
    ["The tenant's reply is due", true],
    ['**void unless** it is given in writing', true],
    ['A notice … is void', true],
    ['A notice of termination is void … and is “signed” by the landlord', true],
    ['A notice [...] is void [...] by the landlord', true],
    ['… void unless it is given in writing …', true],
    ['[t]he ground', true],
    ['[The] notice of termination', true],
    ['[A] notice of termination is void unless [the landlord] states the ground', true],
    ['fault 45: void\u00a0unless it is gi\u00adven in writing', true],
    ['void unless it is given orally', false],
    ['void unless it is not given in writing', false],
    ['Void unless it is given in writing', false],
    ['by the landlord … A notice', false],
    ['oid unless it is given in writin', false],
    ['oid unless it is given in writing', false],
    ['nless it is given in writing', false],
    ['due within 3', false],
    ['void unless given in writing', false],
    ['[...]', false],
    ['', false],
  ])('%s: %s', (quote, expected) => {
    expect(isVerbatim(quote.replace(/^fault 45: /u, ''), [source])).toBe(expected)
  })

  it('takes the parts from one text, and replaces no more by a bracket than a bracket may', () => {
    expect(isVerbatim('one two … three four', ['one two', 'three four'])).toBe(false)
    expect(isVerbatim('one two … three four', ['x', 'one two and three four'])).toBe(true)
    expect(isVerbatim('one [x] four', [`one ${'word '.repeat(100)}four`])).toBe(false)
    expect(isVerbatim('one … four', [`one ${'word '.repeat(100)}four`])).toBe(true)
    expect(isVerbatim('one two', [])).toBe(false)
  })

  it('fault 45: composed or not is one', () => {
    expect(isVerbatim('le congé donné'.normalize('NFD'), ['le congé donné par écrit'])).toBe(true)
    expect(isVerbatim('le conge donne', ['le congé donné par écrit'])).toBe(false)
  })

  it('holds for any run of words of a text, also with words left out', () => {
    const words = fc.array(fc.constantFrom('lease', 'the', 'notice', '30', 'Frist', 'congé', 'void'), {
      minLength: 6,
      maxLength: 30,
    })
    fc.assert(
      fc.property(words, fc.nat(3), fc.nat(3), (list, from, out) => {
        const quote = list.slice(from)
        expect(isVerbatim(quote.join(' '), [list.join(' ')])).toBe(true)
        const cut = [...quote.slice(0, 1), '[...]', ...quote.slice(1 + out)].join(' ')
        if (quote.length > 1 + out) expect(isVerbatim(cut, [list.join(' ')])).toBe(true)
        expect(isVerbatim(`${quote.join(' ')} never`, [list.join(' ')])).toBe(false)
      }),
    )
  })

  it.each(['“', '“a" ', '‘a ', '‘s’ a ', '„a" ', '„ “a ', '”a '])('quotesIn ends on 100 kB of %s', (unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length))
    expect(quotesIn(text).every(({ start, end }) => start < end)).toBe(true)
  })

  it('ends on hostile text', () => {
    const text = 'a '.repeat(50_000)
    expect(isVerbatim(`${'a … '.repeat(200)}b`, [text])).toBe(false)
    expect(isVerbatim('a … '.repeat(3000), [text])).toBe(true)
    expect(isVerbatim('a … a [x] '.repeat(3000), [text])).toBe(true)
    expect(isVerbatim(`${'a [x] '.repeat(40)}b`, [text])).toBe(false)
    expect(isVerbatim('a [x] '.repeat(3000), [text])).toBe(false)
    expect(isVerbatim('. . . '.repeat(10_000), [text])).toBe(false)
    expect(isVerbatim('['.repeat(100_000), [text])).toBe(false)
  })
})
