import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from 'citty'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeRecord } from '../../test/unit/records.js'
import { openRunFile, type RunWriter } from '../run/run-files.js'
import { Item } from '../schema/item.js'
import { audit } from './audit.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-audit-'))
const startedAt = '2026-11-29T10:00:00.000Z'
const item = Item.parse({ id: 'T', language: 'en', question: 'q' })
const judge = { name: 'j' }

/** A run of twelve judged answers; one has a passage that no spreadsheet holds. */
function runOf(name: string, passages: (i: number) => { text?: string }[]): string {
  const dir = join(folder, name)
  const writer: RunWriter = openRunFile({ dir, id: name, startedAt }, 'w')
  for (let i = 0; i < 12; i += 1) {
    const id = `T-${i}`
    writer.append({
      kind: 'case',
      project: 'docket',
      record: makeRecord({ id }),
      item: { ...item, id },
      response: { answer: `=answer ${i}`, passages: passages(i) },
      verdict: {
        claims: [{ text: 'c', support: 'neutral' }],
        referenceClaims: [],
        correct: true,
        outcome: 'answered',
        notes: [],
        judge,
      },
      recordings: [],
    })
  }
  return dir
}
const RUN = runOf('run', (i) => [{ text: i === 7 ? 'x'.repeat(40_000) : 'a passage' }])

async function run(...rawArgs: string[]) {
  const said: string[] = []
  const failed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((text) => void said.push(String(text)))
  vi.spyOn(console, 'error').mockImplementation((text) => void failed.push(String(text)))
  const before = process.exitCode
  process.exitCode = undefined
  try {
    await runCommand(audit, { rawArgs })
    return { out: said.join('\n'), error: failed.join('\n'), code: process.exitCode }
  } finally {
    process.exitCode = before
  }
}
afterEach(() => vi.restoreAllMocks())

describe('vitest-docket audit', () => {
  it('writes a sheet, says what to do with it, and names what a spreadsheet would cut', async () => {
    const out = join(folder, 'a.csv')
    const said = await run(RUN, '--out', out, '--size', '20')
    expect(said).toMatchObject({ error: '', code: undefined })
    const flat = said.out.replace(/\s+/g, ' ')
    expect(flat).toContain(`${out}: 12 of 12 answers, in random order.`)
    expect(said.out).toMatch(/^ {2}en +12 +12 +under 5 +over 7$/m)
    expect(said.out.split('\n').at(-1)).toBe(`npx vitest-docket calibrate ${out}`)
    expect(flat).toMatch(/a row that was cut is refused: T-7 /)
    const sheet = readFileSync(out, 'utf8')
    expect(sheet.startsWith('\uFEFF')).toBe(true)
    expect(sheet).toContain(`,"'=answer 3",`)
    expect(sheet).not.toMatch(/neutral/)
    const lines = readFileSync(join(folder, 'a.jsonl'), 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).request.answer).sort()).toEqual(
      Array.from({ length: 12 }, (_, i) => `=answer ${i}`).sort(),
    )
    expect(lines.join()).not.toMatch(/neutral|verdict/)
  })

  it('is the same for the same seed', async () => {
    const [a, b, c] = ['1.csv', '2.csv', '3.csv'].map((name) => join(folder, name)) as [string, string, string]
    await run(RUN, '--out', a, '--size', '5')
    await run(RUN, '--out', b, '--size', '5')
    await run(RUN, '--out', c, '--size', '5', '--seed', '2')
    expect(readFileSync(b, 'utf8')).toBe(readFileSync(a, 'utf8'))
    expect(readFileSync(c, 'utf8')).not.toBe(readFileSync(a, 'utf8'))
  })

  it('never writes over a sheet unasked, since people may have filled it in', async () => {
    const out = join(folder, 'mine.csv')
    writeFileSync(out, 'labels')
    expect(await run(RUN, '--out', out)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/is there already, and may hold labels/),
    })
    expect(readFileSync(out, 'utf8')).toBe('labels')
    expect((await run(RUN, '--out', out, '--force')).code).toBeUndefined()
    rmSync(out)
    expect((await run(RUN, '--out', out)).error).toMatch(/mine\.jsonl is there already, and may hold labels or belong to some/)
  })

  it('takes so many rows of each language', async () => {
    const out = join(folder, 'each.csv')
    expect((await run(RUN, '--out', out, '--per-language', '3')).out).toMatch(/each\.csv: 3 of 12/)
  })

  it.each([
    ['no such run', ['nowhere'], /no run at nowhere/],
    ['an unknown unit', [RUN, '--unit', 'word'], /`--unit`: expected answer or claim/],
    ['no size', [RUN, '--size', '0'], /`--size`: expected a whole number of rows/],
    ['no rows of a language', [RUN, '--per-language', 'x'], /`--per-language`: expected a whole number of rows, received "x"/],
    ['two sizes', [RUN, '--per-language', '1', '--size', '1'], /`--size` and `--per-language`: give one of them/],
    ['a sheet in the place of its companion', [RUN, '--out', 'a.jsonl'], /`--out`: expected a name such as audit\.csv/],
    ['no seed', [RUN, '--seed', 'x'], /`--seed`: expected a whole number/],
    [
      'a suite that is not there',
      [RUN, '--suite', 'other', '--out', join(folder, 'o.csv')],
      /no judged answer of "other" whose passages/,
    ],
    [
      'passages without text',
      [runOf('bare', () => [{}]), '--out', join(folder, 'p.csv')],
      /no judged answer whose passages came with their text/,
    ],
  ])('says what is wrong: %s', async (_, args, message) => {
    const { error, code } = await run(...args)
    expect(error).toMatch(message)
    expect(code).toBe(1)
  })
})
