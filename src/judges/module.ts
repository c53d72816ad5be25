import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { JudgeError, messageOf } from '../errors.js'
import { once } from '../providers/once.js'
import type { Judge, JudgeFunction } from './judge.js'

export type LoadModule = (url: string) => Promise<unknown>

/**
 * A judge in a module of the user's: its default export, or its export `judge`, is a judge or a function that returns one. The module is
 * loaded at the first call. Throws a `JudgeError` of kind `setup` that names the path.
 */
export function moduleJudge(path: string, root: string, load: LoadModule = (url) => import(/* @vite-ignore */ url)): Judge {
  const loaded = once(() => loadJudge(path, root, load))
  return {
    name: path,
    async assess(request, context) {
      return (await loaded()).assess(request, context)
    },
  }
}

/** A judge that is a function of the request: named after it, or `function`. */
export function functionJudge(assess: JudgeFunction): Judge {
  // An arrow function written as the option is named after it, which says nothing.
  const name = assess.name && assess.name !== 'judge' ? assess.name : 'function'
  return { name, assess: async (request, context) => assess(request, context) }
}

async function loadJudge(path: string, root: string, load: LoadModule): Promise<Judge> {
  const file = isAbsolute(path) ? path : resolve(root, path)
  let exported: unknown
  try {
    exported = await load(pathToFileURL(file).href)
  } catch (error) {
    throw new JudgeError('setup', `the judge's module ${file} could not be loaded: ${messageOf(error)}`, { cause: error })
  }
  const found = field(exported, 'default') ?? field(exported, 'judge')
  let judge: unknown = found
  if (typeof found === 'function') {
    try {
      judge = await found()
    } catch (error) {
      throw new JudgeError('setup', `the judge's module ${file} threw when it was asked for its judge: ${messageOf(error)}`, {
        cause: error,
      })
    }
  }
  if (typeof field(judge, 'assess') === 'function' && typeof field(judge, 'name') === 'string') return judge as Judge
  throw new JudgeError(
    'setup',
    `the judge's module ${file} must export, as default or as \`judge\`, an object { name, assess } or a function that, called with nothing, returns one`,
  )
}

function field(value: unknown, name: string): unknown {
  return value !== null && (typeof value === 'object' || typeof value === 'function') && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined
}
