import type { ErrorObject } from 'ajv/dist/2020.js'
import { oneLine } from '../text/clip.js'
import { type LineFault, received } from './json-line.js'
import { nearest } from './nearest.js'

/** Turns the errors of ajv (with `allErrors` and `verbose`) into faults that say what was expected, one for each thing wrong. */
export function ajvFaults(errors: readonly ErrorObject[]): LineFault[] {
  const faults = new Map<string, LineFault>()
  const listed = new Set(
    errors.filter(({ keyword }) => keyword === 'enum' || keyword === 'const').map(({ instancePath }) => instancePath),
  )
  for (const error of relevant(errors)) {
    // The list of accepted values says the type too.
    if (error.keyword === 'type' && listed.has(error.instancePath)) continue
    const fault = toFault(error)
    faults.set(`${fault.field}\n${fault.message}`, fault)
  }
  return [...faults.values()]
}

/**
 * A union reports the errors of every branch. Kept are those of the branch whose constant (`kind`) fits; where none does, the union
 * itself is the error.
 */
function relevant(errors: readonly ErrorObject[]): ErrorObject[] {
  let kept = [...errors]
  for (const union of errors) {
    if (union.keyword !== 'oneOf' && union.keyword !== 'anyOf') continue
    const inside = kept.filter((error) => error !== union && isInside(error, union))
    const branchOf = (error: ErrorObject) => branch(error, union)
    const wrong = new Set(
      inside.filter((error) => error.keyword === 'const' && error.instancePath === `${union.instancePath}/kind`).map(branchOf),
    )
    const fitting = inside.filter((error) => !wrong.has(branchOf(error)))
    const decided = wrong.size > 0 && wrong.size < (union.schema as unknown[]).length
    kept = kept.filter((error) =>
      decided ? error !== union && !(inside.includes(error) && !fitting.includes(error)) : !inside.includes(error),
    )
  }
  return kept
}

function isInside(error: ErrorObject, union: ErrorObject): boolean {
  const within = error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`)
  return within && branch(error, union) !== undefined
}

function branch(error: ErrorObject, union: ErrorObject): string | undefined {
  if (error.schemaPath.startsWith(`${union.schemaPath}/`))
    return error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0]
  return undefined
}

function toFault(error: ErrorObject): LineFault {
  const { keyword, params, data } = error
  const field = dotted(error.instancePath)
  const got = `, received ${received(data)}`
  const under = (name: string) => (field ? `${field}.${name}` : name)
  switch (keyword) {
    case 'required':
      return { field: under(params['missingProperty']), message: 'expected this field, received nothing' }
    case 'additionalProperties': {
      const name: string = params['additionalProperty']
      const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {})
      const guess = nearest(name, known)
      const extras = known.includes('meta') ? 'put extras under `meta`' : 'not a field here'
      return { field: under(name), message: `unknown field; ${guess ? `did you mean \`${guess}\`? Otherwise ` : ''}${extras}` }
    }
    case 'type':
      return {
        field,
        message: `expected ${[params['type']].flat().join(' or ')}${got}${data === null ? '; leave the field out where there is nothing to say' : ''}`,
      }
    case 'enum':
      return {
        field,
        message: `expected one of ${(params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)).join(', ')}${got}`,
      }
    case 'const':
      return { field, message: `expected ${JSON.stringify(params['allowedValue'])}${got}` }
    case 'pattern': {
      const what = error.parentSchema as { description?: string; format?: string } | undefined
      const expected =
        params['pattern'] === '\\S' ? 'text' : (what?.format ?? what?.description ?? `text like ${params['pattern']}`)
      return { field, message: `expected ${expected}${got}` }
    }
    case 'minimum':
    case 'maximum':
      return { field, message: `expected ${keyword === 'minimum' ? 'at least' : 'at most'} ${params['limit']}${got}` }
    case 'oneOf':
    case 'anyOf':
      return unionFault(error, field)
    default:
      return { field, message: `${oneLine(error.message ?? keyword, 200)}${got}` }
  }
}

function unionFault(error: ErrorObject, field: string): LineFault {
  const branches = (error.schema as { properties?: Record<string, { const?: unknown }>; type?: string }[]) ?? []
  const kinds = branches.map(({ properties }) => properties?.['kind']?.const).filter((kind) => kind !== undefined)
  if (kinds.length > 0 && typeof error.data === 'object' && error.data !== null) {
    const kind = (error.data as { kind?: unknown } | null)?.kind
    const at = field ? `${field}.kind` : 'kind'
    return {
      field: at,
      message: `expected one of ${kinds.map((value) => JSON.stringify(value)).join(', ')}, received ${received(kind)}`,
    }
  }
  const types = new Set(branches.map(({ type }) => type).filter((type) => type !== undefined))
  return {
    field,
    message: `expected ${types.size > 0 ? [...types].join(' or ') : 'one of the forms of the schema'}, received ${received(error.data)}`,
  }
}

function dotted(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}
