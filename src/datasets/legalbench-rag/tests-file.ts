import { readFileSync } from 'node:fs'
import { parse } from 'node:path'
import { z } from 'zod'
import { type DataFault, messageOf } from '../../errors.js'
import { textId } from '../dataset.js'
import { issueFaults } from '../issues.js'
import { parseJsonLine, received } from '../json-line.js'
import { locate } from '../lines.js'

const text = z.string().refine((value) => value.trim() !== '', { message: 'expected text, received an empty string' })

const Snippet = z.looseObject({
  file_path: text,
  span: z
    .tuple([z.int().min(0), z.int().min(1)])
    .refine(([start, end]) => start < end, { message: 'expected the start below the end' }),
  answer: z.string().nullish(),
})
export type Snippet = z.output<typeof Snippet>

const Test = z.looseObject({
  query: text,
  query_id: z.preprocess(textId, text).nullish(),
  snippets: z.array(Snippet),
  tags: z.array(z.string()).nullish(),
})

/** One question of a file: where it stands in it, from 0, and which source it is of. */
export interface LegalbenchRagTest {
  file: string
  index: number
  source: string
  test: z.output<typeof Test>
}

/**
 * The tests of one benchmark file, `{ tests: [{ query, snippets }] }`, in its order; the file's name is the source of all of them. What is wrong with
 * the file or with a test is added to the faults.
 */
export function readTests(path: string | URL, faults: DataFault[]): { file: string; tests: LegalbenchRagTest[] } {
  const { file, full } = locate(path)
  const source = parse(full).name
  const rows = readRows(file, full, faults)
  const tests = rows.flatMap((row, index) => {
    const parsed = Test.safeParse(row)
    if (parsed.success) return [{ file, index, source, test: parsed.data }]
    for (const { field, message } of issueFaults(parsed.error.issues, row))
      faults.push({ file, field: `tests.${index}${field && `.${field}`}`, message })
    return []
  })
  return { file, tests }
}

function readRows(file: string, full: string, faults: DataFault[]): unknown[] {
  const fault = (message: string, field = ''): unknown[] => {
    faults.push({ file, field, message })
    return []
  }
  let bytes: Buffer
  try {
    bytes = readFileSync(full)
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return fault(missing ? `no such file (looked for ${full})` : `cannot be read: ${messageOf(error)}`)
  }
  let json: string
  try {
    // Without its BOM, unlike a document.
    json = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return fault('expected UTF-8, received bytes that are not')
  }
  const result = parseJsonLine(json)
  if ('faults' in result) {
    for (const found of result.faults) faults.push({ file, ...found })
    return []
  }
  const { tests } = result.value
  return Array.isArray(tests) ? tests : fault(`expected an array of tests, received ${received(tests)}`, 'tests')
}
