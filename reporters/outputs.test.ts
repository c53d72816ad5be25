import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Output } from '../src/schema/output.js'
import { tenancyRun } from './fixtures.test-util.js'
import { renderOutput, writeOutputs } from './outputs.js'
import { buildReport } from './report.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docket-outputs-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const facts = tenancyRun(8)
const report = buildReport(facts)

describe('writeOutputs', () => {
  it('writes what is asked for, and nothing else', () => {
    writeOutputs(folder, ['csv'], report, facts)
    expect(readdirSync(folder)).toEqual(['cases.csv'])
    writeOutputs(folder, Output.options, report, facts)
    expect(readdirSync(folder).sort()).toEqual(['cases.csv', 'junit.xml'])
    const text = [...renderOutput('junit', report, facts)].join('')
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toBe(text)
  })

  it('leaves no half of a file where one cannot be written', () => {
    mkdirSync(join(folder, 'junit.xml', 'in the way'), { recursive: true })
    expect(() => writeOutputs(folder, ['junit'], report, facts)).toThrow(/junit\.xml/)
    expect(readdirSync(folder)).toEqual(['junit.xml'])
  })
})
