import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { DocketError } from '../../errors.js'
import type { DerivedFile } from './benchmark.js'
import { placeOf } from './place.js'

const TestsFile = z.object({ tests: z.array(z.object({ query: z.string(), snippets: z.array(z.unknown()) })) })

/** The content of a derived file, from the files that it is derived from. Throws where these are not what the catalogue takes them for. */
export async function derive(file: DerivedFile, folder: string): Promise<string> {
  if ('json' in file) return JSON.stringify(file.json, null, 1)
  const text = await readFile(placeOf(folder, file.from), 'utf8')
  if ('lines' in file) return firstLines(text, file.lines)
  const { tests } = TestsFile.parse(JSON.parse(text))
  const { set } = file.sample
  const picked = file.sample.tests.map((position) => {
    const test = tests[position]
    if (test === undefined) throw new DocketError(`it has ${tests.length} tests, none at ${position}`)
    return { query_id: `${set}-${String(position).padStart(4, '0')}`, query: test.query, snippets: test.snippets }
  })
  return JSON.stringify({ tests: picked }, null, 2)
}

function firstLines(text: string, count: number): string {
  let end = 0
  for (let line = 0; line < count; line += 1) {
    const next = text.indexOf('\n', end)
    if (next < 0) return text
    end = next + 1
  }
  return text.slice(0, end)
}
