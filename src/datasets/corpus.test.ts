import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DatasetError } from '../errors.js'
import { loadCorpus } from './corpus.js'

function written(rows: readonly unknown[], files: Record<string, string | Buffer> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'docket-corpus-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const path = join(folder, 'corpus.jsonl')
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'))
  return path
}

function faultsOf(path: string): string {
  try {
    loadCorpus(path)
  } catch (error) {
    if (error instanceof DatasetError) return error.message
    throw error
  }
  return 'no fault'
}

const ACT = { id: 'act', title: 'Tenancy Act 2031', doc_type: 'statute', text: '1. Notice\nOne month.' }

describe('loadCorpus', () => {
  it('reads texts from the row or from a file beside it, and what is known of each', () => {
    const path = written(
      [
        { ...ACT, language: 'en', jurisdiction: 'VD', sections: [{ section: '1', start: 0, end: 20 }], url: 'ignored' },
        { id: '2033-vsc-84', title: 'Orrin v Dalby', doc_type: 'decision', citation: '[2033] VSC 84', file: 'a #1 %20.txt' },
      ],
      { 'a #1 %20.txt': '\u{FEFF}[1] Facts.' },
    )
    const { documents, manifest } = loadCorpus(path)
    expect(documents).toEqual([
      {
        id: 'act',
        title: 'Tenancy Act 2031',
        kind: 'statute',
        text: '1. Notice\nOne month.',
        language: 'en',
        jurisdiction: 'VD',
        sections: [{ section: '1', start: 0, end: 20 }],
      },
      {
        id: '2033-vsc-84',
        title: 'Orrin v Dalby',
        kind: 'decision',
        citation: '[2033] VSC 84',
        text: '[1] Facts.',
        sections: [],
        file: expect.stringMatching(/a #1 %20\.txt$/),
      },
    ])
    expect([...manifest.byId.keys()]).toEqual(['act', '2033-vsc-84'])
  })

  it('counts code points', () => {
    const text = '𝔸𝔸𝔸'
    expect(loadCorpus(written([{ ...ACT, text, sections: [{ section: '1', start: 0, end: 3 }] }])).documents[0]?.text).toBe(text)
    expect(faultsOf(written([{ ...ACT, text, sections: [{ section: '1', start: 0, end: 4 }] }]))).toMatch(
      /sections: section 1 ends at 4, and the text has 3 code points/,
    )
  })

  it.each<[string, unknown[], RegExp]>([
    ['no document', [], /expected at least one document/],
    ['no title', [{ ...ACT, title: ' ' }], /title: expected text/],
    ['neither text nor file', [{ ...ACT, text: undefined }], /text: expected `text` or `file`, received neither/],
    ['both', [{ ...ACT, file: 'x.txt' }], /received both/],
    [
      'a file that is not there',
      [{ ...ACT, text: undefined, file: 'x.txt', sections: [{ section: '1', start: 0, end: 20 }] }],
      /: 1 fault\n.*corpus\.jsonl:1 file: x\.txt: no such file beside the JSONL file \(looked for .*x\.txt\)$/,
    ],
    [
      'a folder as file',
      [{ ...ACT, text: undefined, file: '.' }],
      /corpus\.jsonl:1 file: \.: expected a file, received a folder/,
    ],
    [
      'a section that runs backwards',
      [{ ...ACT, sections: [{ section: '1', start: 5, end: 5 }] }],
      /expected a start before the end/,
    ],
    [
      'sections that overlap',
      [
        {
          ...ACT,
          sections: [
            { section: '1', start: 0, end: 5 },
            { section: '2', start: 4, end: 8 },
          ],
        },
      ],
      /section 2 begins before section 1 ends/,
    ],
    [
      'a section twice',
      [
        {
          ...ACT,
          sections: [
            { section: '1', start: 0, end: 5 },
            { section: '2', start: 5, end: 8 },
            { section: '1', start: 8, end: 9 },
          ],
        },
      ],
      /: 1 fault\n.*sections: section 1 is there twice, from 0 and from 8/,
    ],
    ...(
      [
        ['docType', 'doc_type'],
        ['kind', 'doc_type'],
        ['Language', 'language'],
        ['citaton', 'citation'],
        ['section', 'sections'],
      ] as const
    ).map(([key, meant]): [string, unknown[], RegExp] => [
      `\`${key}\``,
      [{ ...ACT, doc_type: meant === 'doc_type' ? undefined : 'statute', [key]: 'decision' }],
      new RegExp(`corpus\\.jsonl:1 ${key}: unknown field; did you mean \`${meant}\``),
    ]),
    [
      'a kind that is not known',
      [{ ...ACT, doc_type: 'act' }],
      /doc_type: expected "statute", "decision", "judgment" or "case", received "act"/,
    ],
    ['an id twice', [ACT, ACT], /duplicate id "act"/],
    ['a language that is no tag', [{ ...ACT, language: 'roman-ur' }], /language: expected a BCP 47/],
  ])('%s is a fault with its place', (_, rows, message) => {
    expect(faultsOf(written(rows))).toMatch(message)
  })

  it('leaves other fields alone, also those like one that is there', () => {
    const others = {
      url: 'u',
      date: '2031',
      in_force: true,
      text_of: 'x',
      titles: [],
      idx: 1,
      location: 'VD',
      site: 's',
      language: 'en',
    }
    expect(faultsOf(written([{ ...ACT, ...others, languages: ['en'], doc_type: ' Statute ' }]))).toBe('no fault')
  })

  it('bytes that are not UTF-8 are a fault', () => {
    const path = written([{ ...ACT, text: undefined, file: 'latin.txt' }], { 'latin.txt': Buffer.from([0x4d, 0xfc, 0x6c]) })
    expect(faultsOf(path)).toMatch(/latin\.txt.*expected UTF-8/s)
  })
})
