import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passageWords, textPassageId } from './text-passage.js'

const ARTICLE =
  "Art. 12. L'enfant ne peut s'obliger sans l'accord de ses père et mère ; l'achat d'une œuvre à 3,50 € est excepté."

describe('fault 45: one passage has one id', () => {
  it.each([
    ['decomposed accents', ARTICLE.normalize('NFD')],
    ['typographic apostrophes', ARTICLE.replaceAll("'", '’')],
    ['no-break spaces', ARTICLE.replaceAll(' ;', '\u00a0;').replaceAll(' €', '\u202f€')],
    ['a soft hyphen', ARTICLE.replace('obliger', 'obli\u00adger')],
    ['full-width digits', ARTICLE.replace('12', '１２')],
    ['a right-to-left mark', `\u200f${ARTICLE}`],
    ['Markdown', `# ${ARTICLE.replace('12.', '12.\n\n**').replace(' ;', '** ;')}`],
    ['capitals', ARTICLE.toUpperCase()],
    ['other white space', ARTICLE.replaceAll(' ', ' \r\n\t')],
  ])('with %s', (_, other) => {
    expect(other).not.toBe(ARTICLE)
    expect(textPassageId(other)).toBe(textPassageId(ARTICLE))
  })

  it.each([
    ['without its accents', ARTICLE.normalize('NFD').replace(/\p{M}/gu, '')],
    ['of another article', ARTICLE.replace('12', '13')],
    ['with a word more', `${ARTICLE} Toujours.`],
    ['in another order', ARTICLE.replace('père et mère', 'mère et père')],
    ['with a number that runs together', ARTICLE.replace('3,50', '350')],
  ])('and one %s has another', (_, other) => {
    expect(textPassageId(other)).not.toBe(textPassageId(ARTICLE))
  })

  it('is a SHA-256 of its words, and none where there is no word', () => {
    expect(textPassageId('Art. 1')).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(['', ' \n', '# — …'].map(textPassageId)).toEqual([null, null, null])
  })

  it('does not depend on the normal form, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(passageWords(text.normalize('NFD'))).toBe(passageWords(text.normalize('NFC')))
      }),
    )
  })
})
