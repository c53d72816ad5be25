import { messageOf, OptionError, SystemError } from '../errors.js'
import { withDeadline } from './deadline.js'
import { refuseUnknown } from './known-options.js'
import { normaliseResponse } from './normalise.js'
import type { System, SystemFunction } from './system.js'

export interface FunctionSystemOptions {
  /** @default the function's own name, or `function` */
  name?: string
  /** What the report calls this state of the function. */
  version?: string
}

/**
 * A system in this process. What the function throws is `SystemError('threw')` with the original as cause; one that has not answered
 * when the signal is aborted is `SystemError('deadline')`, whether or not it heeds the signal.
 */
export function functionSystem(answer: SystemFunction, { name, version, ...rest }: FunctionSystemOptions = {}): System {
  refuseUnknown('functionSystem', { name, version, ...rest }, ['name', 'version'])
  if (typeof answer !== 'function')
    throw new OptionError(`expected \`system\` to be a function or a system such as httpSystem(…), received ${typeof answer}`)
  // An arrow function written as the option is named after it, which says nothing.
  const title = name ?? (answer.name && answer.name !== 'system' ? answer.name : 'function')
  return {
    name: title,
    kind: 'function',
    live: true,
    ...(version === undefined ? {} : { version }),
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
      return normaliseResponse(returned)
    },
  }
}
