// Writes schemas/*.schema.json from the zod schemas of the build; `--check` only compares, and exits 1 where a file differs.
// `--dist DIR` names another build than dist/.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, dist: { type: 'string', default: 'dist' } },
})
const { jsonSchemas } = await import(pathToFileURL(resolve(values.dist, 'src/datasets/json-schemas.js')).href)

const folder = new URL('../schemas/', import.meta.url)
let differ = 0
for (const { file, text } of jsonSchemas()) {
  const path = new URL(file, folder)
  if (!values.check) writeFileSync(path, text)
  else if (read(path) !== text) {
    console.error(`schemas/${file} differs from the code: run \`npm run schemas\` and commit it`)
    differ += 1
  }
}
process.exitCode = differ > 0 ? 1 : 0

function read(path) {
  try {
    return readFileSync(path, 'utf8').replaceAll('\r\n', '\n')
  } catch {
    return null
  }
}
