import { readdirSync, statSync } from 'node:fs'
import { join, parse } from 'node:path'
import { z } from 'zod'
import { type DataFault, DatasetError, messageOf, OptionError } from '../errors.js'
import type { Json } from '../schema/json.js'
import { buildDataset, type Dataset } from './dataset.js'
import type { LegalbenchRagCorpus } from './legalbench-rag/corpus.js'
import { goldFaults, touchingSpans } from './legalbench-rag/gold-faults.js'
import { graphSet } from './legalbench-rag/graph-set.js'
import { miniSet } from './legalbench-rag/mini-set.js'
import { type LegalbenchRagTest, readTests, type Snippet } from './legalbench-rag/tests-file.js'
import { locate } from './lines.js'
import { optionFaults, unknownOptions } from './option-faults.js'
import { uniqueIds } from './unique-ids.js'

export interface LegalbenchRagItemsOptions {
  /** The folder of the benchmark files, or the files. A file's name is its source: `maud` of `maud.json`. */
  benchmarks: string | URL | readonly (string | URL)[]
  /** The documents: every answer is then held against them, and a span without an answer gets its text. */
  corpus?: LegalbenchRagCorpus
  /** Which files of the folder, such as `['privacy_qa', 'cuad']`. @default all */
  sets?: readonly string[]
  /**
   * `all`: every question of the files · `mini`: the 194 of each source that the publisher's sampling takes · `graph`: 25 of each, as the docs of the format say.
   * @default 'all'
   */
  size?: LegalbenchRagSize
}

export type LegalbenchRagSize = 'all' | 'mini' | 'graph'

const Options = z.looseObject({
  sets: z.array(z.string().min(1)).min(1).optional(),
  size: z.enum(['all', 'mini', 'graph']).optional(),
})

const KNOWN = ['benchmarks', 'corpus', 'sets', 'size'] satisfies (keyof LegalbenchRagItemsOptions)[]

/**
 * The items of LegalBench-RAG, or of any files of its format. A question keeps its prefix ("Consider …;"); its snippets become golds of kind span;
 * the reference is their texts, joined by newlines, and left out where one is not known; `tags` and what else a row has go to `meta`. The id is
 * `query_id`, else the source and the question's place in its file, `maud-0012`. Questions of one source with the same words share a group.
 * Throws one `DatasetError` with every fault when it is called: also a span that its document does not have, and an answer that is not the
 * text of its span, where there is a corpus.
 */
export function legalbenchRagItems(options: LegalbenchRagItemsOptions): () => Dataset {
  checkOptions(options)
  const { benchmarks, corpus, sets, size } = options
  return () => {
    const paths = benchmarkFiles(benchmarks, sets)
    const faults: DataFault[] = []
    const read = paths.map((path) => readTests(path, faults))
    const files = read.map(({ file }) => file)
    stopAt(faults, files)
    const tests = selected(
      read.flatMap((each) => each.tests),
      size,
      corpus,
    )
    const takeId = uniqueIds(faults, 'query_id')
    for (const test of tests) {
      takeId(idOf(test), { file: test.file })
      if (corpus !== undefined) faults.push(...goldFaults(test, corpus))
    }
    stopAt(faults, files)
    const first = new Map<string, string>()
    const rows = tests.map((test) => {
      const key = JSON.stringify([test.source, test.test.query])
      const group = first.get(key)
      if (group === undefined) first.set(key, idOf(test))
      return { value: toItem(test, group, corpus) }
    })
    const dataset = buildDataset({ name: paths.map((path) => parse(locate(path).full).name).join(', '), files, rows })
    const touching = tests.flatMap((test) => touchingSpans(test).map((warning) => `${idOf(test)}: ${warning}`))
    return { ...dataset, warnings: [...dataset.warnings, ...touching] }
  }
}

function checkOptions(options: LegalbenchRagItemsOptions): void {
  const unknown = unknownOptions(Object.keys(options), KNOWN)
  const parsed = Options.safeParse(options)
  const { benchmarks, corpus, size, sets } = options
  const faults = [
    ...unknown,
    ...(unknown.length > 0 ? [`its options are ${KNOWN.join(', ')}`] : []),
    ...(parsed.success ? [] : optionFaults(parsed.error.issues, options, () => KNOWN)),
    ...(arePaths(benchmarks) ? [] : ['`benchmarks`: expected the folder of the benchmark files, or at least one file']),
    ...(corpus === undefined || typeof corpus.document === 'function' ? [] : ['`corpus`: expected legalbenchRagCorpus(folder)']),
    ...(Array.isArray(benchmarks) && sets !== undefined
      ? ['`sets`: chooses files of a folder; `benchmarks` lists the files already']
      : []),
    ...(size === 'graph' && corpus === undefined ? ['`size`: "graph" takes the shortest documents of MAUD; give `corpus`'] : []),
  ]
  if (faults.length > 0) throw new OptionError(`legalbenchRagItems: ${faults.join('; ')}`)
}

function arePaths(given: unknown): boolean {
  if (Array.isArray(given)) return given.length > 0 && given.every((one) => !Array.isArray(one) && arePaths(one))
  return given instanceof URL || (typeof given === 'string' && given !== '')
}

function benchmarkFiles(
  benchmarks: LegalbenchRagItemsOptions['benchmarks'],
  sets: readonly string[] | undefined,
): (string | URL)[] {
  if (typeof benchmarks !== 'string' && !(benchmarks instanceof URL)) return [...benchmarks]
  const { file, full } = locate(benchmarks)
  if (sets === undefined && statSync(full, { throwIfNoEntry: false })?.isFile()) return [benchmarks]
  if (sets !== undefined) return sets.map((set) => join(full, `${set}.json`))
  let names: string[]
  try {
    names = readdirSync(full)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
  } catch (error) {
    throw new DatasetError(`the benchmark files in ${file} cannot be read (looked for ${full}): ${messageOf(error)}`, [], {
      cause: error,
    })
  }
  if (names.length === 0) throw new DatasetError(`${file}: no .json file; expected the benchmark files of LegalBench-RAG`)
  return names.map((name) => join(full, name))
}

function selected(
  tests: LegalbenchRagTest[],
  size: LegalbenchRagSize | undefined,
  corpus: LegalbenchRagCorpus | undefined,
): LegalbenchRagTest[] {
  if (size === 'mini') return miniSet(tests)
  if (size === 'graph' && corpus !== undefined) return graphSet(tests, (document) => corpus.document(document).length)
  return tests
}

function stopAt(faults: readonly DataFault[], files: readonly string[]): void {
  if (faults.length > 0) throw new DatasetError(files.join(', '), faults)
}

function idOf({ source, index, test }: LegalbenchRagTest): string {
  return test.query_id ?? `${source}-${String(index).padStart(4, '0')}`
}

function toItem(row: LegalbenchRagTest, group: string | undefined, corpus: LegalbenchRagCorpus | undefined): unknown {
  const { query, query_id: _id, snippets, tags, ...rest } = row.test
  const texts = snippets.map(({ file_path, span, answer }) => answer ?? corpus?.slice(file_path, ...span))
  const reference = texts.every((text) => text !== undefined) ? texts.join('\n') : ''
  const extras = Object.fromEntries(
    snippets.map((snippet, nth) => [nth, extrasOf(snippet)] as const).filter(([, extra]) => extra),
  )
  return {
    id: idOf(row),
    question: query,
    language: 'en',
    source: row.source,
    ...(group === undefined ? {} : { group }),
    golds: snippets.map(({ file_path, span: [start, end] }, nth) => ({
      kind: 'span',
      document: file_path,
      start,
      end,
      ...(texts[nth] === undefined ? {} : { text: texts[nth] }),
    })),
    ...(reference.trim() === '' ? {} : { reference }),
    meta: { ...rest, ...(tags == null ? {} : { tags }), ...(Object.keys(extras).length > 0 ? { snippets: extras } : {}) },
  }
}

/** Fields of a snippet that this schema does not know. */
function extrasOf({ file_path: _path, span: _span, answer: _answer, ...rest }: Snippet): Json | undefined {
  return Object.keys(rest).length > 0 ? (rest as Json) : undefined
}
