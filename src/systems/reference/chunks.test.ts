import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexManifest } from '../../citations/manifest.js'
import { sectionsIn } from '../../citations/section-forms.js'
import type { Corpus, CorpusDocument } from '../../datasets/corpus.js'
import { OptionError } from '../../errors.js'
import { Passage } from '../../schema/response.js'
import { bm25 } from './bm25.js'
import { bm25Index } from './bm25-index.js'
import { chunkCorpus, sectionChunks } from './chunks.js'
import { cutText } from './cut-text.js'
import { dense } from './dense.js'
import { oracle } from './oracle.js'
import { request } from './reference.test-util.js'

function corpusOf(...documents: Partial<CorpusDocument>[]): Corpus {
  const whole = documents.map((one, at) => ({
    id: `d${at}`,
    title: 'Lake Act 2040',
    kind: 'statute' as const,
    text: '',
    sections: [],
    ...one,
  }))
  return {
    documents: whole,
    manifest: indexManifest(
      whole.map(({ id, title, kind }) => ({ id, title, kind })),
      '',
    ),
  }
}

const piece = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    'The rent is due. ',
    'Art. 5 Abs. 2 ',
    '\n\n',
    '\r\n',
    '\n',
    ' ',
    '\u00a0',
    '\u2028',
    '😀',
    '𝔄𝔅',
    '。',
    'x'.repeat(30),
    '\ufeff',
    '\ud83d',
  ),
)
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
const sizes = fc
  .integer({ min: 1, max: 60 })
  .chain((size) => fc.record({ size: fc.constant(size), overlap: fc.integer({ min: 0, max: Math.ceil(size / 2) - 1 }) }))

describe('cutText', () => {
  it('chunks are the text, hold all of it, fit, and overlap no more than they may', () => {
    fc.assert(
      fc.property(text, sizes, (whole, { size, overlap }) => {
        const points = Array.from(whole)
        const chunks = cutText(whole, { size, overlap, language: 'en' })
        const held = points.map(() => false)
        for (const { text: part, start, end } of chunks) {
          expect(part).toBe(points.slice(start, end).join(''))
          expect(part.trim()).toBe(part)
          expect(part).not.toBe('')
          expect(end - start).toBeLessThanOrEqual(size)
          held.fill(true, start, end)
        }
        expect(points.filter((point, at) => !held[at] && point.trim() !== '')).toEqual([])
        for (const [at, chunk] of chunks.slice(1).entries()) {
          const before = chunks[at] ?? chunk
          expect(chunk.start).toBeGreaterThan(before.start)
          expect(chunk.end).toBeGreaterThan(before.end)
          expect(before.end - chunk.start).toBeLessThanOrEqual(overlap)
          // What a chunk adds did not fit into the one before.
          expect(chunk.end - before.start).toBeGreaterThan(size)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('an overlap begins at a word, or at a sentence where one begins in it', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 80 })
    fc.assert(
      fc.property(words, (list) => {
        const whole = list.join(' ')
        for (const { start } of cutText(whole, { size: 40, overlap: 15, language: 'en' })) expect(` ${whole}`[start]).toBe(' ')
      }),
    )
    const sentences = 'The rent is due on Monday. It is paid in cash to the landlord. Else interest is owed.'
    expect(cutText(sentences, { size: 64, overlap: 31, language: 'en' }).map((one) => one.text)).toEqual([
      'The rent is due on Monday. It is paid in cash to the landlord.',
      'paid in cash to the landlord. Else interest is owed.',
    ])
    expect(cutText(`${sentences} So it is.`, { size: 90, overlap: 40, language: 'en' }).map((one) => one.text)).toEqual([
      sentences,
      'Else interest is owed. So it is.',
    ])
  })

  it('is linear in a long text', () => {
    const whole = `${'The notice period is three months. '.repeat(4_000)}\n\n${'x'.repeat(50_000)} ${'word '.repeat(20_000)}`
    const chunks = cutText(whole, { size: 1_024, overlap: 128, language: 'en' })
    expect(chunks.at(-1)?.end).toBe(whole.trimEnd().length)
    expect(Math.max(...chunks.map(({ start, end }) => end - start))).toBeLessThanOrEqual(1_024)
  })
})

describe('chunkCorpus', () => {
  const long = (start: string, length: number) => start.padEnd(length, ' and so on')

  it('makes passages with all that is known of the document', () => {
    const [chunk, ...more] = chunkCorpus(
      corpusOf({
        id: 'lake',
        citation: '[2040] LKC 4',
        kind: 'decision',
        language: 'de-CH',
        jurisdiction: 'LK',
        text: '\n1. Der Kläger.\n',
        sections: [{ section: '1', start: 1, end: 15 }],
      }),
    )
    expect(more).toEqual([])
    expect(chunk).toEqual({
      id: 'lake#1-15',
      document: 'lake',
      title: 'Lake Act 2040',
      citation: '[2040] LKC 4',
      section: '1',
      text: '1. Der Kläger.',
      start: 1,
      end: 15,
      meta: { language: 'de-CH', jurisdiction: 'LK', kind: 'decision' },
    })
    expect(Passage.safeParse(chunk).success).toBe(true)
  })

  it('names the sections by what it holds of them', () => {
    const text = `${long('1', 300)}\n\n${long('2', 300)}\n\n${long('3', 600)}`
    const sections = [
      { section: '1', start: 0, end: 300 },
      { section: '2', start: 302, end: 602 },
      { section: '3', start: 604, end: 1204 },
    ]
    const names = chunkCorpus(corpusOf({ text, sections }), { size: 650, overlap: 0 }).map(({ section }) => section)
    expect(names).toEqual(['1, 2', '3'])
    expect(chunkCorpus(corpusOf({ text }), { size: 650, overlap: 0 }).map(({ section }) => section)).toEqual([
      undefined,
      undefined,
    ])
  })

  it('an empty document has none', () => {
    expect(chunkCorpus(corpusOf({ text: '' }, { text: ' \n' }))).toEqual([])
  })

  it.each<[object, string]>([
    [{ size: 255 }, 'expected `size` to be a whole number from 256 to 32768, received 255'],
    [{ size: 32_769 }, 'expected `size` to be a whole number'],
    [{ size: 300.5 }, 'expected `size` to be a whole number'],
    [{ size: 256, overlap: 128 }, 'expected `overlap` to be a whole number from 0 to below half of `size`, 256, received 128'],
    [{ overlap: -1 }, 'expected `overlap` to be a whole number'],
    [{ chunkSize: 512 }, 'chunkCorpus: no option `chunkSize`'],
  ])('refuses %j', (options, message) => {
    expect(() => chunkCorpus(corpusOf(), options)).toThrow(OptionError)
    expect(() => chunkCorpus(corpusOf(), options)).toThrow(message)
  })
})

describe('a document that does not say its language', () => {
  const german =
    'Der Mieter darf die Wohnung nicht untervermieten, wenn der Vermieter dem nicht zustimmt. Das ist nicht die Kaution.'
  it.each<[string, string | undefined, string, string]>([
    ['is of the language that its text looks like', undefined, german, 'de'],
    ['`und` says no more', 'und', german, 'de'],
    ['is of none where that cannot be told', undefined, 'Rent 5.', 'und'],
    ['what it says holds', 'fr', german, 'fr'],
  ])('%s', (_, language, text, expected) => {
    const corpus = corpusOf({ text, ...(language === undefined ? {} : { language }) })
    expect([chunkCorpus, sectionChunks].map((cut) => cut(corpus)[0]?.meta?.['language'])).toEqual([expected, expected])
  })

  it('is found by stems', async () => {
    const chunks = chunkCorpus(corpusOf({ text: german }))
    const { passages } = await bm25(chunks).retrieve('Untervermietungen an Mieter', 1, request('q', { language: 'de' }))
    expect(passages).toHaveLength(1)
  })
})

describe('the default overlap', () => {
  const text = 'Wort '.repeat(1000)
  it.each([
    [256, 64],
    [300, 75],
    [512, 128],
    [8192, 128],
  ])('of size %i is at most %i', (size, overlap) => {
    expect(chunkCorpus(corpusOf({ text }), { size })).toEqual(chunkCorpus(corpusOf({ text }), { size, overlap }))
  })
})

describe('what is no corpus, and what are no passages', () => {
  const document = { id: 'a', title: 'A', kind: 'statute', text: 'T', sections: [] }
  const cutting = (corpus: unknown) => () => chunkCorpus(corpus as Corpus)
  const seeking = (passages: unknown) => () => bm25(passages as [])
  it.each<[string, () => unknown, string]>([
    ['no corpus', cutting(undefined), 'chunkCorpus: expected `corpus` to be a corpus such as loadCorpus(…)'],
    ['its documents alone', cutting([document]), 'chunkCorpus: expected `corpus`'],
    [
      'a document without a text',
      cutting({ documents: [document, { ...document, text: undefined }] }),
      '`corpus.documents.1` to have',
    ],
    ['one without sections', cutting({ documents: [{ ...document, sections: undefined }] }), '`sections` as an array'],
    ['no document', cutting({ documents: [null] }), '`corpus.documents.0`'],
    ['no manifest', () => oracle({ documents: [document] } as never), 'oracle: expected `corpus.manifest`'],
    ['no passages', seeking(null), 'bm25: expected an array of passages such as chunkCorpus(corpus), received null'],
    ['a corpus for passages', seeking(corpusOf()), 'bm25: expected an array of passages'],
    [
      'a passage without text',
      seeking([{ text: '' }, { id: 'x' }]),
      'bm25: expected passage 1 to have its `text`, received { id: "x" }',
    ],
    ['passages of vectors', () => dense('x' as never, { embeddings: { embed() {} } } as never), 'dense: expected an array'],
    ['texts of an index', () => bm25Index([{ id: 'x' }] as never), 'bm25Index: expected texts as { text, language }'],
  ])('%s: an OptionError', (_, make, message) => {
    expect(make).toThrow(OptionError)
    expect(make).toThrow(message)
  })
})

describe('sectionChunks', () => {
  it('a section is a chunk, a long one several, and nothing outside is lost', () => {
    const long = 'word '.repeat(80).trim()
    const text = `𝔄 title\n1 One.\n2 ${long}\nSigned.`
    const start = Array.from('𝔄 title\n').length
    const sections = [
      { section: '1', start, end: start + 6 },
      { section: '2', start: start + 7, end: start + 9 + long.length },
    ]
    const chunks = sectionChunks(corpusOf({ text, sections }), { size: 256, overlap: 0 })
    expect(chunks.map(({ section, text }) => [section, text.slice(0, 8)])).toEqual([
      [undefined, '𝔄 title'],
      ['1', '1 One.'],
      ['2', '2 word w'],
      ['2', 'word wor'],
      [undefined, 'Signed.'],
    ])
    for (const chunk of chunks) expect(Array.from(text).slice(chunk.start, chunk.end).join('')).toBe(chunk.text)
  })

  it('a document without sections is cut as it is', () => {
    const corpus = corpusOf({ text: 'One.\n\nTwo.' })
    expect(sectionChunks(corpus)).toEqual(chunkCorpus(corpus))
  })
})

describe('a list of sections is read back', () => {
  it.each<[string, string[]]>([
    ['12, 12A', ['12', '12a']],
    ['12A, 12B, 13', ['12a', '12b', '13']],
    ['5bis, 5ter', ['5bis', '5ter']],
    ['14, 15', ['14', '15']],
    ['3.1, 3.2', ['3.1', '3.2']],
    ['Art. 3, Art. 4', ['3', '4']],
    ['§ 5, § 6', ['5', '6']],
    ['[14], [15]', ['14', '15']],
  ])('%s', (section, numbers) => {
    expect(sectionsIn(section).map(({ number }) => number)).toEqual(numbers)
  })
})
