// Pins what `vitest-docket fetch` downloads: for each file of src/datasets/catalogue/benchmarks/*.json that lies below the given
// folder it writes size and SHA-256, and it lists the files of the corpora, whose names nobody should type.
//
//   node scripts/catalogue.mjs FOLDER [--check]
//
// FOLDER has one folder a benchmark, as `fetch` lays them out, with files copied byte for byte from upstream at the revision that the
// catalogue names. Title, licence, sources and the names of the other files are written by hand in the JSON; a file that is not in
// FOLDER keeps what the catalogue says of it. `--check` writes nothing and exits 1 where something differs.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean', default: false } }, allowPositionals: true })
const [data] = positionals
if (data === undefined || !existsSync(data)) throw new Error(`expected a folder of data, received ${data}`)

/** Folders of which every file is listed, and where they lie in the first source. */
const LISTED = { 'legalbench-rag': { corpus: 'src/data/corpus' } }

const catalogue = new URL('../src/datasets/catalogue/benchmarks/', import.meta.url)
let differ = 0
for (const file of readdirSync(catalogue)) {
  const path = new URL(file, catalogue)
  const before = readFileSync(path, 'utf8')
  const after = `${JSON.stringify(pinned(JSON.parse(before)), null, 2)}\n`
  if (after === before) continue
  differ += 1
  if (!values.check) writeFileSync(path, after)
  console.log(`${values.check ? 'differs' : 'written'}: ${file}`)
}
if (values.check && differ > 0) process.exitCode = 1

function pinned(benchmark) {
  const folder = join(data, benchmark.folder ?? benchmark.name)
  const [first, ...others] = benchmark.sources
  const listed = Object.entries(LISTED[benchmark.name] ?? {}).flatMap(([name, from]) => filesBelow(folder, name, from))
  const kept = first.files.filter(({ path }) => !listed.some((one) => one.path === path))
  const sources = [{ ...first, files: [...kept, ...listed] }, ...others]
  return {
    ...benchmark,
    sources: sources.map((source) => ({ ...source, files: source.files.map((one) => withPin(one, join(folder, one.path))) })),
    derived: benchmark.derived.map((one) => withPin(withContent(one, join(folder, one.path)), join(folder, one.path))),
  }
}

function filesBelow(folder, name, from) {
  if (!existsSync(join(folder, name))) return []
  return readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(join(folder, name).length + 1)
        .replaceAll('\\', '/'),
    )
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .map((path) => ({ path: `${name}/${path}`, from: `${from}/${path}` }))
}

function withPin(file, path) {
  if (!existsSync(path)) return file
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  const { optional, ...rest } = file
  return { ...rest, sha256, bytes: statSync(path).size, ...(optional === undefined ? {} : { optional }) }
}

/** Which tests a sample took, from their ids, and what a file of ours holds. */
function withContent(file, path) {
  if (!existsSync(path)) return file
  const content = () => JSON.parse(readFileSync(path, 'utf8'))
  if (file.sample !== undefined)
    return { ...file, sample: { ...file.sample, tests: content().tests.map((test) => Number(test.query_id.split('-').at(-1))) } }
  return file.json === undefined ? file : { ...file, json: content() }
}
