import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOfTest } from '../../test/unit/nested/reported.js'
import { OptionError } from '../errors.js'
import { vitestScript } from './run-vitest.js'

describe('vitestScript', () => {
  it('is that of the Vitest at or above a folder', () => {
    const folder = folderOfTest()
    const installed = join(folder, 'node_modules/vitest')
    mkdirSync(installed, { recursive: true })
    writeFileSync(join(installed, 'package.json'), JSON.stringify({ name: 'vitest', bin: { vitest: './v.mjs' } }))
    mkdirSync(join(folder, 'packages/a'), { recursive: true })
    expect(vitestScript(join(folder, 'packages/a'))).toBe(join(installed, 'v.mjs'))
  })

  it('refuses a folder that has none', () => {
    expect(() => vitestScript('/')).toThrow(OptionError)
    expect(() => vitestScript('/')).toThrow('run this in the folder where you run `vitest run`')
  })
})
