import { appendFileSync, closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Output } from '../src/schema/output.js'
import type { Report } from '../src/schema/report.js'
import { renderCsv } from './csv.js'
import type { RunFacts } from './facts.js'
import { renderJunit } from './junit.js'

/** Further forms of a run, with the name of their file beside `report.json`. */
const OUTPUTS = {
  junit: { file: 'junit.xml', render: renderJunit },
  csv: { file: 'cases.csv', render: renderCsv },
} as const satisfies Record<Output, { file: string; render: (report: Report, facts: RunFacts) => Iterable<string> }>

/** A run in one of its further forms, in pieces: a run of many cases is too long for one string. */
export function renderOutput(output: Output, report: Report, facts: RunFacts): Iterable<string> {
  return OUTPUTS[output].render(report, facts)
}

/** Writes the forms that are asked for into a folder. A reader never sees half a file. */
export function writeOutputs(folder: string, outputs: readonly Output[], report: Report, facts: RunFacts): void {
  for (const output of outputs) {
    const path = join(folder, OUTPUTS[output].file)
    const partial = `${path}.${process.pid}`
    try {
      const file = openSync(partial, 'w')
      try {
        for (const piece of renderOutput(output, report, facts)) appendFileSync(file, piece)
      } finally {
        closeSync(file)
      }
      renameSync(partial, path)
    } finally {
      rmSync(partial, { force: true })
    }
  }
}
