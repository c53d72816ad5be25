import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DatasetError, OptionError, SystemError } from '../../errors.js'
import { legalbenchRagCorpus } from './corpus.js'

let outside: string
let folder: string

beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'docket-corpus-'))
  folder = join(outside, 'corpus')
  write('a/plain.txt', 'Fee: ten.')
})
afterEach(() => rmSync(outside, { recursive: true, force: true }))

function write(name: string, content: string | Uint8Array): void {
  const full = join(folder, name)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, content)
}

describe('slice', () => {
  it.each([
    ['plain', 'Fee: ten.', 5, 8, 'ten'],
    ['fault 46: a BOM is the first character', '\ufeffFee: ten.', 6, 9, 'ten'],
    ['fault 46: characters, not bytes', 'Gebühr: zehn.', 8, 12, 'zehn'],
    ['a character beyond the BMP is one', '𝔉ee 😀: ten.', 7, 10, 'ten'],
    ['a combining accent is one of its own', 'Cafe\u0301: ten.', 7, 10, 'ten'],
    ['CRLF is one, and reads as LF', 'One.\r\nTwo.\r\nTen.', 4, 9, '\nTwo.'],
    ['a lone CR is a line end too', 'One.\rTen.', 4, 8, '\nTen'],
    ['white space stays', '  ten \n', 0, 7, '  ten \n'],
  ])('%s', (_, text, start, end, expected) => {
    write('a/text.txt', text)
    expect(legalbenchRagCorpus(folder).slice('a/text.txt', start, end)).toBe(expected)
  })

  it('fault 46: a span past the end names the document and its length', () => {
    expect(() => legalbenchRagCorpus(folder).slice('a/plain.txt', 5, 10)).toThrow(
      new RangeError('a/plain.txt: expected 0 <= start <= end <= 9, received [5, 10)'),
    )
  })
})

describe('document', () => {
  it.each([
    ['../secret.txt', 'expected a path below'],
    ['a/../../secret.txt', 'expected a path below'],
    ['/etc/hostname', 'expected a path below'],
    ['a\\plain.txt', 'expected a path below'],
    ['', 'expected a path below'],
    ['a//plain.txt', 'expected a path below'],
    ['a/none.txt', 'no such file'],
    ['a/plain.txt/x', 'no such file'],
    ['a', 'cannot be read'],
    ['a/link.txt', 'a link to a file outside'],
  ])('refuses %j', (path, message) => {
    writeFileSync(join(outside, 'secret.txt'), 'secret')
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'a/link.txt'))
    const corpus = legalbenchRagCorpus(folder)
    expect(() => corpus.document(path)).toThrow(DatasetError)
    expect(() => corpus.document(path)).toThrow(message)
  })

  it('refuses bytes that are not UTF-8, by the name of the document', () => {
    write('a/latin.txt', Buffer.from('Gebühr', 'latin1'))
    expect(() => legalbenchRagCorpus(folder).document('a/latin.txt')).toThrow(/a\/latin\.txt: expected UTF-8/)
  })

  it('fault 42: a name is taken literally', () => {
    write('a/The%20Munt ضلع.txt', 'one')
    write('a/The Munt ضلع.txt', 'two')
    const corpus = legalbenchRagCorpus(folder)
    expect(corpus.document('a/The%20Munt ضلع.txt').text).toBe('one')
    expect(corpus.document('a/The Munt ضلع.txt').text).toBe('two')
  })
})

describe('fault 45: a name in NFC and NFD', () => {
  const [nfc, nfd] = ['b\u00fc/Caf\u00e9.txt', 'bu\u0308/Cafe\u0301.txt']

  it.each([
    [nfc, nfd],
    [nfd, nfc],
  ])('a file on disk as %j is found as %j', async (disk, asked) => {
    write(disk, 'one')
    const lock = join(outside, 'lock.json')
    const corpus = legalbenchRagCorpus(folder, { lock })
    await corpus.writeLock()
    for (const name of [disk, asked]) {
      expect(corpus.document(name).text).toBe('one')
      expect(legalbenchRagCorpus(folder, { lock }).slice(name, 0, 2)).toBe('on')
      expect(() => corpus.checkChunk({ document: name, start: 0, end: 3, text: 'one' })).not.toThrow()
    }
    expect(corpus.documents()).toEqual(['a/plain.txt', nfc])
    await expect(legalbenchRagCorpus(folder, { lock }).writeLock()).resolves.toBeUndefined()
  })

  it('the one as written comes first, and a map has either', () => {
    write(nfc, 'composed')
    write(nfd, 'decomposed')
    const corpus = legalbenchRagCorpus(folder)
    expect([nfc, nfd].map((name) => corpus.document(name).text)).toEqual(['composed', 'decomposed'])
    const mapped = legalbenchRagCorpus(folder, { fileMap: { [nfd]: 'a/plain.txt' } })
    expect(mapped.document(nfc).text).toBe('Fee: ten.')
  })

  it('a name that no form of is there says where it was looked for', () => {
    expect(() => legalbenchRagCorpus(folder).document(nfc)).toThrow('no such file')
  })
})

describe('fileMap', () => {
  it('fault 42: finds a document under another name, and lists it under its own', () => {
    write('a/x.pdf__y_ z.txt', 'mapped')
    const fileMap = { 'a/x.pdf||y: z.txt': 'a/x.pdf__y_ z.txt' }
    writeFileSync(join(outside, 'map.json'), JSON.stringify(fileMap))
    for (const given of [fileMap, join(outside, 'map.json')]) {
      const corpus = legalbenchRagCorpus(folder, { fileMap: given })
      expect(corpus.document('a/x.pdf||y: z.txt').text).toBe('mapped')
      expect(corpus.documents()).toEqual(['a/plain.txt', 'a/x.pdf||y: z.txt'])
      // A span under the name on disk would match no gold.
      expect(() => corpus.document('a/x.pdf__y_ z.txt')).toThrow('expected its file_path "a/x.pdf||y: z.txt"')
    }
  })

  it('does not lead out of the folder', () => {
    const corpus = legalbenchRagCorpus(folder, { fileMap: { 'a/b.txt': '../secret.txt' } })
    expect(() => corpus.document('a/b.txt')).toThrow('expected a path below')
  })

  it.each([
    ['two documents with one file', { 'a/1.txt': 'a/x.txt', 'a/2.txt': 'a/x.txt' }, 'have one file, "a/x.txt"'],
    ['a name that is no text', { 'a/1.txt': 1 }, 'a/1.txt: expected a string, received 1'],
    ['a file that is not there', 'none.json', 'the file map none.json cannot be read'],
  ])('refuses %s', (_, fileMap, message) => {
    expect(() => legalbenchRagCorpus(folder, { fileMap: fileMap as string })).toThrow(message)
  })
})

describe('lock', () => {
  const open = () => legalbenchRagCorpus(folder, { lock: join(outside, 'lock.json') })

  it('is asked for before a document is read, and written by a call', async () => {
    expect(() => open().document('a/plain.txt')).toThrow('write it once with writeLock()')
    await open().writeLock()
    expect(JSON.parse(readFileSync(join(outside, 'lock.json'), 'utf8'))).toEqual({
      schemaVersion: 1,
      // printf 'Fee: ten.' | sha256sum
      sha256: { 'a/plain.txt': 'ae9a2209b315f6464c92b003158c80a6eaaad46d4eac028d92a05266123b8aae' },
    })
    expect(open().document('a/plain.txt').text).toBe('Fee: ten.')
  })

  it.each([
    ['changed', () => write('a/plain.txt', 'Fee: two.'), 'a/plain.txt: its bytes are others'],
    ['added', () => write('a/new.txt', ''), 'a/new.txt: not in '],
    ['removed', () => rmSync(join(folder, 'a/plain.txt')), 'a/plain.txt: no such file'],
  ])('names a document that was %s since', async (_, change, message) => {
    await open().writeLock()
    await open().writeLock()
    change()
    const document = message.slice(0, message.indexOf(':'))
    expect(() => open().document(document)).toThrow(DatasetError)
    expect(() => open().document(document)).toThrow(message)
    await expect(open().writeLock()).rejects.toThrow(message)
  })

  it('refuses a file that is no lock, and a call without the option', async () => {
    writeFileSync(join(outside, 'lock.json'), '{"a/plain.txt":"abc"}')
    expect(() => open().document('a/plain.txt')).toThrow('cannot be read; expected { "schemaVersion": 1')
    await expect(legalbenchRagCorpus(folder).writeLock()).rejects.toThrow(OptionError)
  })
})

describe('checkChunk', () => {
  const check = (chunk: object) => () =>
    legalbenchRagCorpus(folder).checkChunk({ document: 'a/plain.txt', start: 5, end: 8, ...chunk })

  it.each([
    ['its text', { text: 'ten' }],
    ['no text', {}],
    ['no offsets', { start: undefined, text: 'anything' }],
    ['no document', { document: undefined, text: 'anything' }],
  ])('passes a chunk with %s', (_, chunk) => {
    expect(check(chunk)).not.toThrow()
  })

  it('passes line ends as they are on disk', () => {
    write('a/crlf.txt', 'One.\r\nTwo.\r\n')
    expect(check({ document: 'a/crlf.txt', start: 0, end: 10, text: 'One.\r\nTwo.\r\n' })).not.toThrow()
  })

  it.each([
    [
      'another text',
      { text: ' te' },
      'a chunk of a/plain.txt at [5, 8): expected its text to be "ten", as the document has it, received " te"',
    ],
    ['a trimmed text', { start: 4, text: 'ten' }, 'expected its text to be " ten", as the document has it, received "ten"'],
    ['an end past the document', { end: 10 }, 'at [5, 10): expected 0 <= start < end <= 9'],
    ['no characters', { end: 5 }, 'at [5, 5): expected 0 <= start < end <= 9'],
    ['an unknown document', { document: 'a/none.txt' }, 'a chunk of a/none.txt: no such file'],
  ])('refuses a chunk with %s', (_, chunk, message) => {
    expect(check(chunk)).toThrow(SystemError)
    expect(check(chunk)).toThrow(message)
  })
})

describe('offsets that were counted in another way are told', () => {
  const RULE = 'offsets count code points, CRLF as one'
  const read = 'Fee \u{1d504}: é\r\nten.\r\nDue monthly.\r\n'
  const checking = (chunk: object) => () =>
    legalbenchRagCorpus(folder).checkChunk({ document: 'a/odd.txt', start: 0, end: 1, ...chunk })
  const placed = (counted: string | Uint8Array, sought: string | Uint8Array) => {
    const start = (counted as string).indexOf(sought as string)
    return { start, end: start + sought.length }
  }
  const bytes = Buffer.from

  it.each<[string, object, string]>([
    ['UTF-16 units', placed(read.replaceAll('\r', ''), 'ten.'), 'UTF-16 units'],
    ['CRLF as two', placed([...read].map((one) => (one.length > 1 ? 'x' : one)).join(''), 'monthly'), 'CRLF as two'],
    ['both', placed(read, 'monthly'), 'UTF-16 units, and CRLF as two'],
    ['bytes', placed(bytes(read.replaceAll('\r', '')).toString('latin1'), 'monthly'), 'bytes'],
    ['bytes on disk', placed(bytes(read).toString('latin1'), 'monthly'), 'bytes, and CRLF as two'],
  ])('%s', (_, at, how) => {
    write('a/odd.txt', read)
    const text = how === 'UTF-16 units' ? 'ten.' : 'monthly'
    expect(checking({ ...at, text })).toThrow(SystemError)
    expect(checking({ ...at, text })).toThrow(`; it stands there when offsets count ${how}, but ${RULE}`)
  })

  it('past the end as well, and the rule alone where the text is not known', () => {
    write('a/odd.txt', 'a\r\nb\r\nten')
    expect(checking({ start: 6, end: 9, text: 'ten' })).toThrow(
      `at [6, 9): expected 0 <= start < end <= 7; it stands there when offsets count CRLF as two, but ${RULE}`,
    )
    expect(checking({ start: 6, end: 9 })).toThrow(`expected 0 <= start < end <= 7; ${RULE}`)
    expect(checking({ start: 6, end: 90 })).toThrow(/expected 0 <= start < end <= 7$/)
  })

  it('by a BOM too; a text that stands nowhere near has no hint', () => {
    write('a/odd.txt', '\ufeffFee: ten.')
    expect(checking({ start: 5, end: 8, text: 'ten' })).toThrow(
      /; it stands one character later, so its offset was counted without the BOM$/,
    )
    expect(checking({ start: 5, end: 8, text: 'two' })).toThrow(/received "two"$/)
  })
})

it('refuses an option that it does not have', () => {
  expect(() => legalbenchRagCorpus(folder, { filemap: {} } as object)).toThrow('no option `filemap`, did you mean `fileMap`?')
})
