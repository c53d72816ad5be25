import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishedData } from '../../test/unit/data.js'
import { loadManifest } from '../datasets/manifest.js'
import { checkCitation } from './check-citation.js'
import { citationCorpus } from './citation-corpus.js'
import { indexManifest } from './manifest.js'
import { parseCitations } from './parse-citations.js'

const ids = (text: string) => parseCitations(text).map(({ id, pinpoint }) => `${id}${pinpoint ?? ''}`)

describe('forms of sections and acts', () => {
  it.each<[string, string[]]>([
    // "OR" in capitals is an act
    ['Nach Art. 257d OR 30 Tage', ['OR article 257d']],
    ['Art. 266a OR 3 Monate', ['OR article 266a']],
    ['Art. 8 OR Abs. 1', ['OR article 8']],
    ['Art. 8 OR oder 3 Monate', ['OR article 8']],
    ['SECTIONS 5 AND 6 of the Tenancy Act 2031', ['tenancy act 2031 5', 'tenancy act 2031 6']],
    // and the following
    ['Art. 41 ff. und Art. 97 ff. OR', ['OR article 41', 'OR article 97']],
    ['Art. 41 ff., 97 ff. OR', ['OR article 41', 'OR article 97']],
    ['Art. 41ff. OR', ['OR article 41']],
    ['Art. 335f OR', ['OR article 335f']],
    ['art. 4 ss CO', ['OR article 4']],
    ['art. 4 et ss CO', ['OR article 4']],
    ['artt. 4 e 5 CO', ['OR article 4', 'OR article 5']],
    // codes of the United States
    ['42 USC 1983', ['42 USC 1983']],
    ['under 42 U.S.C. 1983(b)', ['42 USC 1983(b)']],
    ['42 U.S.C. § 2000e-5(b)', ['42 USC 2000e-5(b)']],
    ['42 USC 2000e-5', ['42 USC 2000e-5']],
    ['29 CFR 1910.134', ['29 CFR 1910.134']],
    ['17 C.F.R. § 240.10b-5', ['17 CFR 240.10b-5']],
    ['26 C.F.R. § 1.1502-13(b)', ['26 CFR 1.1502-13(b)']],
    // others
    ['s21 Housing Act 1988', ['housing act 1988 21']],
    ['R.S.O. 1990, c. E.14, s. 3', ['RSO 1990 c E.14 3']],
    ['RSC 1985, c C-46, s 2', ['RSC 1985 c C-46 2']],
    ['section 302 of the Pakistan Penal Code (Act XLV of 1860)', ['pakistan penal code 1860 302']],
    ['Code of Criminal Procedure, 1898 (Act V of 1898)', ['criminal procedure code 1898']],
    ['the S3 bucket of 42 usable discs', []],
    ['page 42 of USC 1983', []],
  ])('%s: %o', (text, expected) => {
    expect(ids(text)).toEqual(expected)
  })

  it.each([
    ['Pakistan Penal Code (Act XLV of 1860)', 'resolved'],
    ['Pakistan Penal Code (XLV of 1860)', 'resolved'],
    ['Pakistan Penal Code (Act No. 45 of 1860)', 'resolved'],
    ['Pakistan Penal Code (Act XLV of 1960)', 'missing'],
  ])('the number of an act is no word of its title: %s is %s', (text, status) => {
    const title = 'Pakistan Penal Code (PPC),1860 (Under Review)'
    const corpus = citationCorpus(indexManifest([{ id: '29', title, kind: 'statute' }], 'one'))
    expect(checkCitation(text, { corpus }).status).toBe(status)
  })
})

const { folder, absent, whetherSkipped } = publishedData('paklegalqa')
it.skipIf(absent)(`the act's number resolves in the corpus of PakLegalQA${whetherSkipped}`, () => {
  const corpus = citationCorpus(loadManifest(join(folder, 'corpus/manifest-v1.jsonl')))
  expect(checkCitation('Pakistan Penal Code (Act XLV of 1860)', { corpus })).toMatchObject({
    status: 'resolved',
    documents: ['29'],
  })
})
