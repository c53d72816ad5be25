import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDocketOptions, moduleLoader } from './load-judge.js'

// Inside the repository, since Vitest is looked for from the folder of the config.
const parent = resolve(import.meta.dirname, '../../.docket')
let folder = ''
beforeAll(() => {
  mkdirSync(parent, { recursive: true })
  folder = mkdtempSync(join(parent, 'load-judge-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const plugin = (judge: unknown) =>
  `{ name: 'vitest-docket', api: { options: { judge: ${JSON.stringify(judge)}, cassettes: {} } } }`

function write(name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return dirname(path)
}

describe('loadDocketOptions', () => {
  it.each([
    ['plugins', `{ plugins: [${plugin('offline')}] }`],
    ['plugins in a list, and one that is a promise', `{ plugins: [[null, [Promise.resolve(${plugin('offline')})]]] }`],
    ['an inline project', `{ test: { projects: ['other/*', { plugins: [${plugin('offline')}] }] } }`],
    ['a function', `() => ({ plugins: [${plugin('offline')}] })`],
    ['two plugins that agree', `{ plugins: [${plugin('offline')}, ${plugin('offline')}] }`],
  ])('finds the judge in %s', async (name, config) => {
    const at = write(`${name.replaceAll(' ', '-')}/vitest.config.mjs`, `export default ${config}`)
    expect(await loadDocketOptions(at)).toMatchObject({ options: { judge: 'offline' }, root: at })
  })

  it('finds it in a project that is a folder, with that root, and in a config of TypeScript', async () => {
    const at = write('workspace/vitest.config.ts', `export default { test: { projects: ['./packages/law'] } } satisfies object`)
    const law = write(
      'workspace/packages/law/vite.config.ts',
      `const plugins: object[] = [${plugin({ provider: 'offline' })}]\nexport default { plugins }`,
    )
    expect(await loadDocketOptions(at)).toMatchObject({ options: { judge: { provider: 'offline' } }, root: law })
    expect(await loadDocketOptions(at, 'packages/law/vite.config.ts')).toMatchObject({ root: law })
  })

  it.each([
    ['no config', 'none/readme.md', '', /no Vitest config at/],
    ['no plugin', 'no-plugin/vitest.config.mjs', 'export default {}', /no vitest-docket plugin in .* give a judge as `--judge`/],
    [
      'plugins that differ',
      'differ/vitest.config.mjs',
      `export default { plugins: [${plugin('offline')}, ${plugin('./a.mjs')}] }`,
      /several vitest-docket plugins with different judges/,
    ],
    ['a config that throws', 'throws/vitest.config.mjs', `throw new Error('boom')`, /could not be read: boom/],
  ])('says what is wrong: %s', async (_, name, text, message) => {
    await expect(loadDocketOptions(write(name, text))).rejects.toThrow(message)
  })
})

describe('moduleLoader', () => {
  it.each([
    ['judge.mjs', `export const judge = 1`],
    ['judge.ts', `const one: number = 1\nexport const judge = one`],
  ])('loads %s', async (name, text) => {
    const at = write(name, text)
    expect(await moduleLoader(at)(pathToFileURL(join(at, name)).href)).toMatchObject({ judge: 1 })
  })
})
