// Copies what the compiler leaves behind: files that are read from beside the code that names them. The command may be run as a file.
import { chmodSync, cpSync, readdirSync } from 'node:fs'

const ASSETS = [
  ['src/judges/rubrics', '.txt'],
  ['src/datasets/catalogue/benchmarks', '.json'],
  ['fixtures/norvale/documents', '.txt'],
]
const FILES = ['fixtures/norvale/documents.jsonl', 'fixtures/norvale/items.jsonl', 'suites/norvale.suite.ts']

for (const [folder, extension] of ASSETS) {
  const to = new URL(`../dist/${folder}/`, import.meta.url)
  cpSync(new URL(`../${folder}/`, import.meta.url), to, { recursive: true })
  if (!readdirSync(to).some((file) => file.endsWith(extension))) throw new Error(`nothing of ${folder} was copied into dist`)
}
for (const file of FILES) cpSync(new URL(`../${file}`, import.meta.url), new URL(`../dist/${file}`, import.meta.url))

chmodSync(new URL('../dist/src/cli/main.js', import.meta.url), 0o755)
