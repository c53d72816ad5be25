// Copies what the compiler leaves behind: rubrics are read from beside the code that names them.
import { cpSync, readdirSync } from 'node:fs'

const from = new URL('../src/judges/rubrics/', import.meta.url)
const to = new URL('../dist/src/judges/rubrics/', import.meta.url)
cpSync(from, to, { recursive: true })
if (!readdirSync(to).some((file) => file.endsWith('.txt'))) throw new Error('no rubric was copied into dist')
