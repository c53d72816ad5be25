import { messageOf, OptionError, SystemError } from '../errors.js'
import { withDeadline } from './deadline.js'
import { declareFiles } from './depends-on.js'
import { refuseUnknown } from './known-options.js'
import { normaliseResponse } from './normalise.js'
import type { System, SystemFunction } from './system.js'

export interface FunctionSystemOptions {
  /** @default the function's own name, or `function` */
  name?: string
  /** What the report calls this state of the function. With a version its answers are recorded and replayed as `cassettes` says. */
  version?: string
  /** Files that the answers depend on, such as prompts: where one has changed, nothing recorded before is replayed. */
  dependsOn?: readonly string[]
}

/**
 * A system in this process. What the function throws is `SystemError('threw')` with the original as cause; one that has not answered
 * when the signal is aborted is `SystemError('deadline')`, whether or not it heeds the signal. A file of `dependsOn` that is not there is
 * an `OptionError`.
 */
export function functionSystem(answer: SystemFunction, options: FunctionSystemOptions = {}): System {
  const { name, version, dependsOn } = options
  refuseUnknown('functionSystem', options, KNOWN)
  if (typeof answer !== 'function')
    throw new OptionError(`expected \`system\` to be a function or a system such as httpSystem(…), received ${typeof answer}`)
  // An arrow function written as the option is named after it, which says nothing.
  const title = name ?? (answer.name && answer.name !== 'system' ? answer.name : 'function')
  return {
    name: title,
    kind: 'function',
    live: true,
    ...(version === undefined ? {} : { version }),
    ...declareFiles('functionSystem', dependsOn),
    async respond(request) {
      const returned = await withDeadline(
        async (signal) => {
          try {
            return await answer({ ...request, signal })
          } catch (error) {
            if (error instanceof SystemError) throw error
            throw new SystemError('threw', `${title} threw: ${messageOf(error)}`, { cause: error })
          }
        },
        { signal: request.signal, who: title },
      )
      return normaliseResponse(returned, request.task, 'return')
    },
  }
}

/** A function as a system, a system as it is. Throws an `OptionError` for anything else. */
export function asSystem(system: System | SystemFunction): System {
  return typeof system === 'object' && typeof system?.respond === 'function' ? system : functionSystem(system as SystemFunction)
}

const KNOWN = ['name', 'version', 'dependsOn'] satisfies (keyof FunctionSystemOptions)[]
