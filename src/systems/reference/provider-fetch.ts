import { SystemError } from '../../errors.js'
import { fieldsOf } from '../../providers/fields.js'
import { ProviderFault } from '../../providers/retry.js'
import { faultOf } from '../../providers/sdk.js'
import type { Json } from '../../schema/json.js'
import { readBody } from '../http-transport.js'

/** A whole reply is far below this. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Posts JSON to a provider that has no SDK here, and reads JSON. Throws a `ProviderFault` in the provider's words: for a connection that fails, a status other than
 * 2xx, and a body that is no JSON. It does not retry.
 */
export async function postJson(
  url: string,
  { body, headers, signal }: { body: Json; headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<unknown> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
    })
    text = await readBody(response, MAX_BYTES)
  } catch (error) {
    throw error instanceof SystemError ? new ProviderFault('shape', error.message) : faultOf(error)
  }
  if (!response.ok) throw statusFault(response, text)
  try {
    return JSON.parse(text)
  } catch {
    throw new ProviderFault('shape', `expected JSON, received ${shown(text)}`)
  }
}

/** Providers say what is wrong under one of these names, at the top or in `error`. */
function statusFault({ status, headers }: Response, text: string): ProviderFault {
  const top = fieldsOf(parsed(text))
  const inner = fieldsOf(top['error'])
  const said = [inner['message'], top['message'], top['detail'], top['error']].find((words) => typeof words === 'string')
  return faultOf({
    status,
    headers,
    code: inner['code'] ?? top['code'],
    type: inner['type'] ?? top['error_type'],
    apiMessage: said ?? shown(text),
  })
}

function shown(text: string): string {
  return text.trim() === '' ? 'an empty body' : JSON.stringify(text.trim().slice(0, 200))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
