import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOfTest, type Reported, runReported } from '../../test/unit/nested/reported.js'
import { loadDataset } from '../datasets/dataset.js'
import { jsonl } from '../datasets/jsonl.js'
import { DatasetError } from '../errors.js'

const LONG = { timeout: 60_000 }
const EVIL = 'x\u001B[2J\n::error file=a.ts::owned\n  ::error::owned\r::warning::owned'

/** Lines that a CI runner takes for a command, and escape sequences that are no colour. */
function dangers({ stdout, stderr }: Pick<Reported, 'stdout' | 'stderr'>): string[] {
  const lines = `${stdout}\n${stderr}`.split(/[\r\n]/)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
  return lines.filter((line) => /^\s*::|##\[|\u0007|\u001B(?!\[[\d;]*m)/.test(line))
}

function dataFile(rows: readonly object[], end = ''): string {
  const path = join(folderOfTest(), 'items.jsonl')
  writeFileSync(path, `${rows.map((row) => `${JSON.stringify(row)}\n`).join('')}${end}`)
  return path
}

describe('fault 52: nothing of what Vitest prints is a command or moves the cursor', () => {
  it('whatever systems, judges and items say, in every message', LONG, async () => {
    // An id on one line becomes the name of a stack frame.
    const ids = [EVIL, 'framed\u001B[2J']
    const path = dataFile(ids.map((id) => ({ id, language: 'en', question: EVIL, type: EVIL })))
    const run = await runReported({ names: ['hostile'], cli: { reporters: ['verbose'], env: { DOCKET_NESTED: path } } })
    const said = run.stdout + run.stderr
    // Were it not said at all, nothing would be shown.
    const words = ['id', 'question', 'suite', 'judge', 'model', 'claim', 'reason', 'correct reason', 'reference reason']
    for (const word of [
      ...words,
      'outcome reason',
      'passage',
      'citation',
      'cited text',
      'gold',
      'system error',
      'judge error',
      'document',
      'span',
    ]) {
      expect(said).toMatch(new RegExp(`(?<!\\w)${word}(?:␛|: ?:| |$)`, 'm'))
    }
    expect(run.report?.suites).toHaveLength(19)
    expect(dangers(run)).toEqual([])
  })

  const misfit = (what: string) =>
    runReported({ names: ['hostile-misfit'], cli: { reporters: ['verbose'], env: { DOCKET_NESTED: what } } })

  it('the question of a false premise', LONG, async () => {
    const run = await misfit('a false premise')
    expect(dangers(run)).toEqual([])
  })

  it('the fields of what is no response', LONG, async () => {
    const run = await misfit('no response')
    expect(dangers(run)).toEqual([])
  })

  const unknown = `${EVIL} unknown`
  const once = { id: 'A', question: 'q' }

  it.each<[string, object[]]>([
    [
      'an id that is there twice',
      [
        { id: EVIL, question: 'q' },
        { id: EVIL, question: 'q' },
      ],
    ],
    ['a language that is none', [{ ...once, language: EVIL }]],
    ['a kind of gold that is none', [{ ...once, golds: [{ kind: EVIL }] }]],
    ['a premise that is none', [{ ...once, premise: EVIL }]],
  ])('a data file with %s', async (_, rows) => {
    expect(dangers(await readingOf(rows))).toEqual([])
  })

  it.each<[string, object[]]>([
    ['a line that is no JSON', []],
    ['a field that is unknown', [{ ...once, [unknown]: 1 }]],
    ['a field of a gold that is unknown', [{ ...once, golds: [{ kind: 'document', id: 'd', [unknown]: 1 }] }]],
  ])('a data file with %s', async (_, rows) => {
    expect(dangers(await readingOf(rows))).toEqual([])
  })
})

/** What is said of a data file with faults: an error of a file is printed as it is. */
async function readingOf(rows: object[]): Promise<Pick<Reported, 'stdout' | 'stderr'>> {
  const path = rows.length > 0 ? dataFile(rows) : dataFile([], EVIL)
  const error = await loadDataset(jsonl(path)).catch((thrown: unknown) => thrown)
  if (!(error instanceof DatasetError)) throw new Error('expected the file to be refused')
  return { stdout: '', stderr: error.message }
}
