import { defineCommand } from 'citty'
import { wrap } from '../../reporters/layout.js'
import { checkFile, type FileKind } from '../datasets/check.js'
import { DatasetError } from '../errors.js'

const KINDS = ['item', 'response', 'verdict', 'run'] as const satisfies readonly FileKind[]

/** `vitest-docket check KIND FILE…`: checks files that others wrote against the published JSON Schemas. */
export const check = defineCommand({
  meta: { name: 'check', description: 'Check JSONL files against the published JSON Schemas' },
  args: {
    kind: { type: 'positional', required: true, description: KINDS.join(', ') },
    file: { type: 'positional', required: true, description: 'a JSONL file; more may follow' },
  },
  run({ args }) {
    const kind = KINDS.find((known) => known === args.kind)
    if (kind === undefined) return fail(`expected one of ${KINDS.join(', ')}, received "${args.kind}"`)
    const files = args._.slice(1)
    const faults = files.flatMap((file) => checkFile(file, kind))
    if (faults.length === 0) {
      return console.log(fitted(`${files.join(', ')}: every line is a valid ${kind}`, process.stdout.columns))
    }
    fail(new DatasetError(files.join(', '), faults).message)
  },
})

/** Says what is wrong on standard error and ends with exit code 1. */
export function fail(message: string): void {
  console.error(fitted(message, process.stderr.columns))
  process.exitCode = 1
}

/** A text broken at spaces, each line's rest as far from the margin as the line; whole where there is no terminal. */
export function fitted(text: string, columns: number | undefined): string {
  if (columns === undefined) return text
  const lines = text.split('\n').flatMap((line) => {
    const indent = line.slice(0, line.length - line.trimStart().length)
    return wrap(line.trimStart(), Math.max(20, columns - indent.length)).map((part) => indent + part)
  })
  return lines.join('\n')
}
