import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SUPPORT_BANDS, type SupportLabel } from './bands.js'
import { claimSteps } from './claims.js'
import { finish } from './pace.js'
import { indexSteps } from './source-index.js'
import { checkSteps, readClaim, support } from './support.js'

const LEASE = [
  'The tenant may terminate the lease in writing with a notice period of three months. The notice must reach the landlord before the period begins.',
  'A deposit may not exceed three monthly rents. The landlord shall return the deposit within 30 days after the tenant has left.',
  'The landlord is not liable for damage that the tenant has caused. Disputes are heard by the Rent Board of Arden.',
]

const ROWS: [name: string, language: string, claim: string, passages: string[], label: SupportLabel][] = [
  ['close wording', 'en', 'The tenant may terminate the lease in writing with a notice of 3 months.', LEASE, 'entailment'],
  [
    'other inflections',
    'en',
    'The landlord must return deposits within thirty days after the tenant has left.',
    LEASE,
    'entailment',
  ],
  [
    'another number',
    'en',
    'The landlord shall return the deposit within 60 days after the tenant has left.',
    LEASE,
    'undetermined',
  ],
  ['negation lost', 'en', 'The landlord is liable for damage that the tenant has caused.', LEASE, 'undetermined'],
  [
    'negation added',
    'en',
    'The tenant may not terminate the lease in writing with a notice period of three months.',
    LEASE,
    'undetermined',
  ],
  ['nothing of it', 'en', 'Copyright in literary works subsists for fifty years after publication.', LEASE, 'neutral'],
  ['half of it', 'en', 'The tenant may terminate the lease orally before witnesses.', LEASE, 'undetermined'],
  ['words of two passages', 'en', 'The Rent Board of Arden may terminate the deposit of the tenant.', LEASE, 'undetermined'],
  ['paraphrase', 'en', 'Renters can leave after giving a quarter of a year of warning by letter.', LEASE, 'neutral'],
  [
    'German',
    'de',
    'Der Mieter kann die Kündigung innert dreissig Tagen anfechten.',
    ['Der Mieter kann die Kündigung innert 30 Tagen bei der Behörde anfechten.'],
    'entailment',
  ],
  [
    'German negation',
    'de',
    'Der Vermieter haftet für den Schaden des Mieters.',
    ['Der Vermieter haftet nicht für den Schaden des Mieters.'],
    'undetermined',
  ],
  [
    'French',
    'fr',
    'Le locataire peut contester le congé dans les trente jours.',
    ['Le locataire peut contester le congé dans les 30 jours qui suivent sa réception.'],
    'entailment',
  ],
  [
    'French negation',
    'fr',
    'Le bailleur répond du dommage causé par le locataire.',
    ['Le bailleur ne répond pas du dommage causé par le locataire.'],
    'undetermined',
  ],
  [
    'Italian negation',
    'it',
    'Il locatore risponde del danno causato dal conduttore.',
    ['Il locatore non risponde del danno causato dal conduttore.'],
    'undetermined',
  ],
  ['Urdu negation', 'ur', 'نابالغ کا معاہدہ قانوناً درست ہے۔', ['نابالغ کا معاہدہ قانوناً درست نہیں ہے۔'], 'undetermined'],
  [
    'romanised Urdu negation',
    'ur-Latn',
    'Zabani muahida is qanoon mein durust hai.',
    ['Zabani muahida is qanoon mein durust nahin hai.'],
    'undetermined',
  ],
  ['fault 19: identical Urdu', 'ur', 'کرایہ دار تین ماہ کا نوٹس دے گا۔', ['کرایہ دار تین ماہ کا نوٹس دے گا۔'], 'entailment'],
  ['fault 19: identical Chinese', 'zh', '租客必须支付租金', ['租客必须支付租金。'], 'entailment'],
  ['fault 19: identical, one word', 'ja', 'はい', ['はい。'], 'entailment'],
  [
    'fault 45: soft hyphens and full-width digits',
    'de',
    'Die Kün\u00addigung nach Art. ２７１ ist anfechtbar.',
    ['Die Kündigung nach Art.\u00a0271 ist anfechtbar.'],
    'entailment',
  ],
  ['another language', 'de', 'Der Mieter kann den Vertrag mit einer Frist von drei Monaten kündigen.', LEASE, 'undetermined'],
  ['no passages', 'en', 'The tenant may leave.', [], 'undetermined'],
]

describe('support', () => {
  test.each(ROWS)('%s (%s)', (_, language, claim, passages, label) => {
    const found = support(claim, passages, language)
    expect([found.label, found.reason]).toEqual([label, expect.any(String)])
    expect(found.passages).toHaveLength(passages.length)
  })

  test('reasons name the number, the negation, the words and the languages', () => {
    const reason = (claim: string, language = 'en') => support(claim, LEASE, language).reason
    expect(reason('The landlord shall return the deposit within 60 days after the tenant has left.')).toContain(
      'number missing there: 60',
    )
    expect(reason('The landlord is liable for damage that the tenant has caused.')).toContain(
      'negation differs: "not" (of "liable") only in the passage',
    )
    expect(reason('The tenant may terminate the lease orally before witnesses.')).toMatch(/words missing .*orally.*witnesses/u)
    expect(reason('Der Mieter kann den Vertrag mit einer Frist kündigen.', 'de')).toContain('different languages')
    expect(support('x', [], 'en').reason).toBe('no passages')
  })

  test('the nearest passage is named, with a label for each', () => {
    const found = support('A deposit may not exceed three monthly rents.', LEASE, 'en')
    expect(found.nearest).toBe(1)
    expect(found.passages[1]).toBe('entailment')
    expect(found.passages).not.toContain('contradiction')
  })

  test('a window holds in a long passage that has every word somewhere', () => {
    const scattered = Array.from(
      { length: 400 },
      (_, at) => `Paragraph ${at} speaks of ${['deposits', 'rents', 'boards', 'notices'][at % 4]} alone.`,
    )
    expect(support('The board limits deposits, rents and notices.', [scattered.join(' ')], 'en').label).not.toBe('entailment')
  })

  test('a text without any full stop is no single window', () => {
    const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa', 'lambda', 'omega']
    const endless = words
      .map((word) => `${word} ${Array.from({ length: 70 }, (_, at) => `filler${word}${'abcdefghij'[at % 10]}x`).join(' ')}`)
      .join(' ')
    expect(support('alpha gamma epsilon omega', [endless], 'en').label).toBe('undetermined')
  })

  test('the documented bands are the bands', () => {
    const page = readFileSync(new URL('../../../docs/judges-offline.md', import.meta.url), 'utf8')
    const rows = ['supported', 'unsupported'].map(
      (verdict) => page.split('\n').find((line) => line.startsWith(`| ${verdict} | \``)) ?? '',
    )
    const figures = rows.map((row) => Array.from(row.matchAll(/\d\.\d+/gu), ([figure]) => Number(figure)))
    const { supportedCoverage, supportedBigrams, unsupportedCoverage, unsupportedCoverageWithoutNumber } = SUPPORT_BANDS
    expect(figures).toEqual([
      [supportedCoverage, supportedBigrams],
      [unsupportedCoverage, unsupportedCoverageWithoutNumber],
    ])
  })

  test('one index serves every claim', () => {
    const index = finish(indexSteps(LEASE, 'en'))
    for (const [, language, claim, passages] of ROWS.filter(
      ([, language, , passages]) => language === 'en' && passages === LEASE,
    )) {
      expect(finish(checkSteps(readClaim(claim, index), index))).toEqual(support(claim, passages, language))
    }
  })

  test('any text gets one of three labels, the same each time, and shares within 0 and 1', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom(...LEASE))
    fc.assert(
      fc.property(
        text,
        fc.array(text, { maxLength: 3 }),
        fc.constantFrom('en', 'de', 'ur', 'und'),
        (claim, passages, language) => {
          const found = support(claim, passages, language)
          expect(['entailment', 'neutral', 'undetermined']).toContain(found.label)
          expect(support(claim, passages, language)).toEqual(found)
          for (const share of [found.coverage, found.bigrams, found.sourceCoverage]) {
            if (share !== null) expect(share >= 0 && share <= 1 + 1e-9).toBe(true)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('claims', () => {
  const claims = (answer: string, question = '', language = 'en') => finish(claimSteps(answer, question, language)).claims

  test('headings, courtesies, questions, sources and disclaimers are no claims', () => {
    const answer =
      'Hello!\n\n## Termination\n\nThe lease ends after three months. Would you like to know more?\n\nSources:\n- Tenancy Act\n\nThis is not legal advice.'
    expect(claims(answer).map(({ text }) => text)).toEqual(['The lease ends after three months.'])
  })

  test('fault 18: lists and text without a full stop are claims', () => {
    expect(claims('- The tenant must pay monthly rent\n- The landlord must repair the roof').map(({ text }) => text)).toEqual([
      'The tenant must pay monthly rent',
      'The landlord must repair the roof',
    ])
    expect(claims('租客必须支付租金。房东必须修理屋顶', '', 'zh')).toHaveLength(2)
  })

  test('short list items keep the line that they belong to', () => {
    expect(
      claims('The offence is punishable with:\n\n- **imprisonment up to three years**;\n- a fine; or\n- both.').map(
        ({ text }) => text,
      ),
    ).toEqual(['The offence is punishable with: imprisonment up to three years; a fine; or both.'])
  })

  test('what an answer says of its sources is not checked against them', () => {
    const found = finish(claimSteps('The lease ends after three months. The documents do not state the fee.', '', 'en'))
    expect(found.claims).toHaveLength(1)
    expect(found.aboutSources).toEqual(['The documents do not state the fee.'])
  })

  test.each(['', 'Hello!', '…', '**Answer**', 'Sources:\n- x'])('fault 8: %j makes no claim', (answer) => {
    expect(claims(answer)).toEqual([])
  })

  test.each([
    ['You ask whether a minor can contract.', 'Can a minor contract?', 'restates-question'],
    ['A minor can contract.', 'Can a minor contract?', undefined],
    ['The landlord may:', '', 'connects-or-concludes'],
    ['Under section 489-F, dishonour of a cheque is punishable with:', '', undefined],
  ])('%j is %j → %s', (answer, question, harmless) => {
    expect(claims(answer, question).map((claim) => claim.harmless)).toEqual([harmless])
  })

  test.each([
    ['The tenant owes the rent for May. Therefore, the tenant owes the rent for May.', 'connects-or-concludes'],
    ['The tenant owes the rent for May. Therefore, the landlord may evict the tenant.', undefined],
    ['The tenant owes the rent for May. Therefore, the tenant does not owe the rent for May.', undefined],
    ['The tenant owes rent for 3 months. In summary, the tenant owes rent for 4 months.', undefined],
  ])('%j', (answer, harmless) => {
    expect(claims(answer).at(-1)?.harmless).toBe(harmless)
  })
})
