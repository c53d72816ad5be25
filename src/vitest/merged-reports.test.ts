import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OptionError } from '../errors.js'
import { checkReports } from './merged-reports.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docket-reports-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('reports that are merged', () => {
  it.each<[string, string, RegExp]>([
    ['empty', '', /2\.json is empty\. .*run that shard again/],
    ['of blanks alone', ' \n', /2\.json is empty\./],
    ['cut off', '["4.1.12",[{"type":"sui', /2\.json is cut off, or no report\./],
    ['other text', 'not found', /2\.json is cut off, or no report\./],
  ])('are named where one is %s', (_, text, message) => {
    writeFileSync(join(folder, '1.json'), '["4.1.12",[]]')
    writeFileSync(join(folder, '2.json'), text)
    expect(() => checkReports(folder)).toThrow(OptionError)
    expect(() => checkReports(folder)).toThrow(message)
    expect(() => checkReports(folder)).not.toThrow(/1\.json/)
  })

  it('are named all', () => {
    for (const name of ['1.json', '2.json']) writeFileSync(join(folder, name), '')
    expect(() => checkReports(folder)).toThrow(/1\.json is empty; .*2\.json is empty\./)
  })

  it.each<[string, () => string]>([
    [
      'whole ones',
      () => {
        writeFileSync(join(folder, '1.json'), '["4.1.12",[]]')
        return folder
      },
    ],
    ['no folder', () => join(folder, 'missing')],
    [
      'a folder in it',
      () => {
        mkdirSync(join(folder, 'more'))
        return folder
      },
    ],
  ])('are left to Vitest: %s', (_, make) => {
    expect(() => checkReports(make())).not.toThrow()
  })
})
