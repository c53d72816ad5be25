import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { messageOf, OptionError } from '../errors.js'
import type { LoadModule } from '../judges/module.js'
import type { ResolvedOptions } from './options.js'

const CONFIG_FILES = ['vitest', 'vite'].flatMap((name) =>
  ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((extension) => `${name}.config.${extension}`),
)

type ConfigFile = object

/** As much of Vite as is used. */
interface Vite {
  loadConfigFromFile(env: object, file: string, root?: string, logLevel?: string): Promise<{ config: ConfigFile } | null>
  runnerImport?(module: string): Promise<{ module: unknown }>
}

/** The plugin's options of a config, and what its relative paths are relative to. */
export interface ConfiguredDocket {
  options: ResolvedOptions
  root: string
}

/**
 * The options that a Vitest config gives the plugin, without running anything: for commands that need the judge of the suites. Looks at the plugins
 * of the config and of the projects that it names one by one. Throws an `OptionError` where there is no config, no plugin in it, or several that differ.
 */
export async function loadDocketOptions(folder: string, configFile?: string): Promise<ConfiguredDocket> {
  const file = configFile === undefined ? findConfig(folder) : resolve(folder, configFile)
  const way = 'run in the folder of the config that has the plugin, name it with `--config`, or give a judge as `--judge`'
  if (file === undefined || !existsSync(file)) throw new OptionError(`no Vitest config at ${file ?? folder}: ${way}`)
  const found = await collect(await loadVite(folder), file)
  const [first, ...others] = found
  if (first === undefined) throw new OptionError(`no vitest-docket plugin in ${file}: ${way}`)
  if (others.some(({ options }) => !isDeepStrictEqual(options.judge, first.options.judge))) {
    throw new OptionError(
      `${file} has several vitest-docket plugins with different judges: give the one that is meant as \`--judge\``,
    )
  }
  return first
}

/** Loads a judge that is a module; one in TypeScript through Vite, as Vitest does it. */
export function moduleLoader(folder: string): LoadModule {
  return async (url) => {
    if (!/\.[cm]?ts$/.test(url)) return import(/* @vite-ignore */ url)
    const { runnerImport } = await loadVite(folder)
    if (runnerImport === undefined) return import(/* @vite-ignore */ url)
    return (await runnerImport(fileURLToPath(url))).module
  }
}

function findConfig(folder: string): string | undefined {
  return CONFIG_FILES.map((name) => join(folder, name)).find((file) => existsSync(file))
}

/** Vite of the user's installation: where a package manager hides it, the one that Vitest uses. */
async function loadVite(folder: string): Promise<Vite> {
  const here = createRequire(join(folder, 'vitest.config.js'))
  try {
    const beside = createRequire(here.resolve('vitest/package.json'))
    return (await import(/* @vite-ignore */ pathToFileURL(beside.resolve('vite')).href)) as Vite
  } catch (error) {
    throw new OptionError(
      `the Vitest config could not be read, since Vitest is not installed in ${folder}: ${messageOf(error)}`,
      {
        cause: error,
      },
    )
  }
}

async function collect(vite: Vite, file: string): Promise<ConfiguredDocket[]> {
  let loaded: Awaited<ReturnType<Vite['loadConfigFromFile']>>
  try {
    loaded = await vite.loadConfigFromFile({ command: 'serve', mode: 'test' }, file, dirname(file), 'silent')
  } catch (error) {
    throw new OptionError(`${file} could not be read: ${messageOf(error)}`, { cause: error })
  }
  return loaded === null ? [] : await optionsIn(vite, loaded.config, dirname(file))
}

async function optionsIn(vite: Vite, config: unknown, folder: string): Promise<ConfiguredDocket[]> {
  const root = resolve(folder, text(field(config, 'root')) ?? text(field(field(config, 'test'), 'root')) ?? '')
  const own = (await flat(field(config, 'plugins'))).flatMap((plugin) => {
    const options = field(plugin, 'name') === 'vitest-docket' ? field(field(plugin, 'api'), 'options') : undefined
    return options === undefined ? [] : [{ options: options as ResolvedOptions, root }]
  })
  const projects = field(field(config, 'test'), 'projects')
  const below = await Promise.all(
    (Array.isArray(projects) ? projects : []).map(async (project: unknown) => {
      if (typeof project !== 'string') return optionsIn(vite, await project, root)
      const path = resolve(root, project)
      if (!existsSync(path)) return []
      const file = statSync(path).isDirectory() ? findConfig(path) : path
      return file === undefined ? [] : await collect(vite, file)
    }),
  )
  return [...own, ...below.flat()]
}

/** Plugins stand in lists of lists, and some are promises. */
async function flat(plugins: unknown): Promise<unknown[]> {
  const given = await plugins
  if (!Array.isArray(given)) return [given]
  return (await Promise.all(given.map(flat))).flat()
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
