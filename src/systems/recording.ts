import type { CassetteCall, Components } from '../cassettes/key.js'
import type { Json } from '../schema/json.js'
import type { System, SystemRequest } from './system.js'

/**
 * The call of a system as its recording is found: by name, version, declared files, input and trial. A file is a component of its own, so
 * that a miss names it.
 */
export async function systemCall(system: System, suite: string, request: SystemRequest): Promise<CassetteCall> {
  const { name, version, recording = {} } = system
  const { question, item, trial } = request
  const input = recording.input === undefined ? ({ question, item } as Json) : await recording.input(request)
  const files = Object.entries(recording.files ?? {}).map(([path, sha256]) => [`file ${path}`, sha256])
  return {
    kind: 'system',
    suite,
    id: item.id,
    components: { kind: 'system', name, version, ...Object.fromEntries(files), input, trial },
    detail: recording.input === undefined ? ({ ...item, question } as Components) : fieldsOf(input),
    ...(recording.secrets === undefined ? {} : { secrets: recording.secrets }),
  }
}

/** The fields of what is sent, such as `body`; undefined where it has none. */
function fieldsOf(input: Json): Components | undefined {
  return input !== null && typeof input === 'object' && !Array.isArray(input) ? input : undefined
}
