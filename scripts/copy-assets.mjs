// Copies what the compiler leaves behind: files that are read from beside the code that names them. The command may be run as a file.
import { chmodSync, cpSync, readdirSync } from 'node:fs'

const ASSETS = [
  ['judges/rubrics', '.txt'],
  ['datasets/catalogue/benchmarks', '.json'],
]

for (const [folder, extension] of ASSETS) {
  const to = new URL(`../dist/src/${folder}/`, import.meta.url)
  cpSync(new URL(`../src/${folder}/`, import.meta.url), to, { recursive: true })
  if (!readdirSync(to).some((file) => file.endsWith(extension))) throw new Error(`nothing of src/${folder} was copied into dist`)
}

chmodSync(new URL('../dist/src/cli/main.js', import.meta.url), 0o755)
