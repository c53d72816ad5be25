import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fromDataRoot } from '../../datasets/root.js'
import { messageOf, OptionError } from '../../errors.js'
import { once } from '../../providers/once.js'
import { refuseUnknown } from '../known-options.js'
import { asGenerator, type GeneratorFunction } from './given-stages.js'
import type { Generator } from './stages.js'

export interface ModuleGeneratorOptions {
  /** @default the path */
  name?: string
  /** How the module is loaded. @default import() */
  load?: (url: string) => Promise<unknown>
}

/**
 * A generator in a module of the user's: its default export is a generator, or a function of source and request. Loaded at the first call; one that cannot be, or
 * exports neither, is an `OptionError` that names the file. Relative paths are taken from the project's root.
 */
export function moduleGenerator(path: string, options: ModuleGeneratorOptions = {}): Generator {
  refuseUnknown('moduleGenerator', options, KNOWN)
  if (typeof path !== 'string' || path === '')
    throw new OptionError(`moduleGenerator: expected the path of a module, received ${JSON.stringify(path)}`)
  const { name = path, load = (url) => import(/* @vite-ignore */ url) } = options
  const loaded = once(() => loadGenerator(path, load))
  return {
    name,
    async generate(source, request) {
      return await (await loaded()).generate(source, request)
    },
  }
}

async function loadGenerator(path: string, load: NonNullable<ModuleGeneratorOptions['load']>): Promise<Generator> {
  const file = isAbsolute(path) ? path : fromDataRoot(path)
  let exported: unknown
  try {
    exported = await load(pathToFileURL(file).href)
  } catch (error) {
    throw new OptionError(`the generator's module ${file} could not be loaded: ${messageOf(error)}`, { cause: error })
  }
  const found = exported !== null && typeof exported === 'object' && 'default' in exported ? exported.default : undefined
  if (isGiven(found)) return asGenerator(file, found)
  throw new OptionError(
    `the generator's module ${file} must export, as default, a function of source and request or an object { name, generate }`,
  )
}

function isGiven(value: unknown): value is Generator | GeneratorFunction {
  if (typeof value === 'function') return true
  return value !== null && typeof value === 'object' && 'generate' in value && typeof value.generate === 'function'
}

const KNOWN = ['name', 'load'] satisfies (keyof ModuleGeneratorOptions)[]
