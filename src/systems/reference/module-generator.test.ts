import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setDataRoot } from '../../datasets/root.js'
import { OptionError } from '../../errors.js'
import { failureOf, passages, requestOf } from './model-stages.test-util.js'
import { moduleGenerator } from './module-generator.js'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-module-'))
  setDataRoot(dir)
})
afterEach(async () => {
  setDataRoot(undefined)
  await rm(dir, { recursive: true, force: true })
})

const source = { question: 'When?', language: 'en', passages }
const load = async (url: string) => import(/* @vite-ignore */ `${url}?${Math.random()}`)
const generateBy = (path: string) => moduleGenerator(path, { load }).generate(source, requestOf())

describe('a module as a generator', () => {
  it.each([
    ['a function', 'export default ({ question }) => question + " Now."', 'When? Now.'],
    ['a generator', "export default { name: 'x', generate: async () => ({ answer: 'By object.' }) }", 'By object.'],
  ])('that exports %s', async (_, code, answer) => {
    await writeFile(join(dir, 'generator.mjs'), code)
    expect(await generateBy('./generator.mjs')).toEqual({ answer })
    expect(await generateBy(join(dir, 'generator.mjs'))).toEqual({ answer })
  })

  it('is loaded once, at the first case, and again by the next where that failed', async () => {
    const loads = vi.fn(async () => ({ default: () => 'A.' })).mockRejectedValueOnce(new Error('not yet'))
    const generator = moduleGenerator('./generator.mjs', { name: 'mine', load: loads })
    expect(generator.name).toBe('mine')
    expect(loads).not.toHaveBeenCalled()
    await expect(generator.generate(source, requestOf())).rejects.toThrow('not yet')
    await Promise.all([generator.generate(source, requestOf()), generator.generate(source, requestOf())])
    expect(loads).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['is not there', null, 'could not be loaded'],
    ['throws', 'throw new Error("no luck")', 'no luck'],
    ['has no default export', 'export const generate = () => 1', 'must export, as default'],
    ['exports something else', 'export default 7', 'must export, as default'],
  ])('one that %s is an OptionError that names it', async (_, code, words) => {
    if (code !== null) await writeFile(join(dir, 'generator.mjs'), code)
    const failure = await failureOf(generateBy('./generator.mjs'))
    expect(failure).toBeInstanceOf(OptionError)
    expect(failure.message).toContain(join(dir, 'generator.mjs'))
    expect(failure.message).toContain(words)
  })

  it('wrong options are errors', () => {
    expect(() => moduleGenerator('')).toThrow(OptionError)
    expect(() => moduleGenerator('./x.mjs', { nam: 'x' } as never)).toThrow('did you mean `name`?')
  })
})
