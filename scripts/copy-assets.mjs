// Copies what the compiler leaves behind: files that are read from beside the code that names them.
import { cpSync, readdirSync } from 'node:fs'

const ASSETS = [
  ['judges/rubrics', '.txt'],
  ['datasets/catalogue/benchmarks', '.json'],
]

for (const [folder, extension] of ASSETS) {
  const to = new URL(`../dist/src/${folder}/`, import.meta.url)
  cpSync(new URL(`../src/${folder}/`, import.meta.url), to, { recursive: true })
  if (!readdirSync(to).some((file) => file.endsWith(extension))) throw new Error(`nothing of src/${folder} was copied into dist`)
}
