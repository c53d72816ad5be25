import { isAbsolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fromDataRoot } from '../../datasets/root.js'
import { messageOf, OptionError, SystemError } from '../../errors.js'
import { once } from '../../providers/once.js'
import { refuseUnknown } from '../known-options.js'
import { normaliseResponse } from '../normalise.js'
import type { SystemRequest } from '../system.js'
import type { Generated, Generator, Source } from './stages.js'

/** A generator that is a function: what it returns is the answer, or an object with `answer` and what else was generated. */
export type GeneratorFunction = (source: Source, request: SystemRequest) => unknown

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

/**
 * A function as a generator, a generator as it is. What the function throws is `SystemError('threw')`, what it returns is checked as a
 * system's response is. Throws an `OptionError` for anything else.
 */
export function asGenerator(given: Generator | GeneratorFunction): Generator {
  if (isGenerator(given)) return given
  if (typeof given !== 'function')
    throw new OptionError(
      `expected \`generator\` to be a function or a generator such as modelGenerator(…), received ${typeof given}`,
    )
  // An arrow function written as the option is named after it, which says nothing.
  const name = given.name && given.name !== 'generator' ? given.name : 'function'
  return {
    name,
    async generate(source, request) {
      let returned: unknown
      try {
        returned = await given(source, request)
      } catch (error) {
        if (error instanceof SystemError || error instanceof OptionError) throw error
        throw new SystemError('threw', `${name} threw: ${messageOf(error)}`, { cause: error })
      }
      return generatedOf(normaliseResponse(returned, 'answer', 'return'))
    },
  }
}

/** What of a response is the generator's; passages are the retriever's business. */
function generatedOf({ answer, citations, refused, usage, meta }: Generated): Generated {
  return {
    answer,
    ...(citations === undefined ? {} : { citations }),
    ...(refused === undefined ? {} : { refused }),
    ...(usage === undefined ? {} : { usage }),
    ...(meta === undefined ? {} : { meta }),
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
  if (typeof found === 'function') return asGenerator(found as GeneratorFunction)
  if (isGenerator(found)) return found
  throw new OptionError(
    `the generator's module ${file} must export, as default, a function of source and request or an object { name, generate }`,
  )
}

function isGenerator(value: unknown): value is Generator {
  return value !== null && typeof value === 'object' && 'generate' in value && typeof value.generate === 'function'
}

const KNOWN = ['name', 'load'] satisfies (keyof ModuleGeneratorOptions)[]
