import { describe, expect, it } from 'vitest'
import { parseCitations } from './parse-citations.js'
import { type PinpointDocument, pinpointOutside } from './pinpoints.js'

const text = `Sachverhalt
A. A. mietet seit 2019 eine Wohnung.
Erwägungen:
1. Die Beschwerde ist zulässig.
2.
2.1 Streitig ist die Kündigung.
2.2 Sie ist zu begründen.
3. a) Nach Art. 271 OR gilt dies.`

const documents: PinpointDocument[] = [
  { id: 'bge_BGE_136_III_513', text, pages: [513, 520] },
  { id: 'bger_4A_18_2018', pinpoints: ['1', '2.1', '2.2'] },
  { id: 'bger_4A_19_2018', text: 'No numbers in here.\n2019 was a year.' },
  { id: 'act', title: 'Tenancy Act 2031', text: '1. Scope\nThis Act applies.\n2. Notice\n(1) In writing.\n12A. Hardship' },
  { id: 'case', title: '2031 VSC 14 — A v. B', text: '[1] The facts.\n[2] The law.' },
]
const outside = (citation: string) => {
  const [parsed] = parseCitations(citation, { today: new Date('2032-01-01') })
  return parsed === undefined ? undefined : pinpointOutside(parsed, documents)
}

describe('pinpointOutside', () => {
  it.each([
    ['BGE 136 III 513 E. 2.1', false],
    ['BGE 136 III 513 E. 2', false],
    ['BGE 136 III 513 E. 99', true],
    ['BGE 136 III 513 E. 2.3', true],
    ['BGE 136 III 513 E. 1-3', false],
    ['BGE 136 III 513 S. 514', false],
    ['BGE 136 III 513 S. 530', true],
    ['BGE 136 III 513 E. 2.1 S. 530', true],
    ['BGE 136 III 513', null],
    ['BGE 136 III 514 E. 2', null], // another decision, of which nothing is known
    ['BGE 136 III 514 S. 500', true], // in front of its first page
    ['205 A.3d 445, 440', true],
    ['205 A.3d 445, 450', null],
    ['4A_18/2018 E. 2.2', false],
    ['4A_18/2018 E. 3', true],
    ['4A_19/2018 E. 3', null],
    ['Tenancy Act 2031, s. 12A', false],
    ['s. 12A(1) of the Tenancy Act', false],
    ['Tenancy Act 2031, s. 12', true],
    ['Tenancy Act 2031, s. 99', true],
    ['Tenancy Act 2031', null],
    ['Tenancy Act 1999, s. 99', null],
    ['2031 VSC 14, para 2', false],
    ['2031 VSC 14, para 3', true],
  ])('%s: %s', (citation, expected) => {
    expect(outside(citation)).toBe(expected)
  })

  it('reads a list of documents once, however many citations are held against it', () => {
    let reads = 0
    const documents = Array.from({ length: 20 }, (_, index) => ({
      id: `BGE ${100 + index} II 1`,
      get text() {
        reads += 1
        return 'E. 1 One\nE. 2 Two'
      },
    }))
    const outside = (text: string) => parseCitations(text).map((one) => pinpointOutside(one, documents))
    expect(outside('BGE 101 II 1 E. 2; BGE 101 II 1 E. 3')).toEqual([false, true])
    const first = reads
    expect(outside('BGE 101 II 1 E. 1; BGE 101 II 1 E. 4; BGE 99 II 1 E. 1')).toEqual([false, true, null])
    expect(reads).toBe(first)
  })

  it('is not known without documents', () => {
    const [parsed] = parseCitations('BGE 136 III 513 E. 2.1')
    expect(parsed && pinpointOutside(parsed, [])).toBeNull()
  })
})
