import { hashOf } from '../cassettes/key.js'
import { CREDENTIAL, SECRET_LENGTH, secretsOf } from '../providers/credentials.js'
import type { Json } from '../schema/json.js'

/** What of a request changes the answer. The host and credentials do not, and must not make a keyless replay miss. */
export function inputOf({ method, target, headers, content }: HttpRequest): Json {
  const query = [...target.searchParams].filter(([name]) => !CREDENTIAL.test(name))
  const sent = Object.entries(headers)
    .filter(([name]) => !CREDENTIAL.test(name))
    .map(([name, value]) => [name.toLowerCase(), value])
  return {
    method: method.toUpperCase(),
    path: target.pathname,
    // Only hashed: a key may stand in a query under any name, and inputs are stored where they are short.
    ...(query.length === 0 ? {} : { query: hashOf(query) }),
    ...(sent.length === 0 ? {} : { headers: Object.fromEntries(sent) as Json }),
    ...(content === undefined ? {} : { body: JSON.parse(content) as Json }),
  }
}

interface HttpRequest {
  method: string
  target: URL
  /** As they are declared: a variable's name in them, not its value. */
  headers: Readonly<Record<string, string>>
  content: string | undefined
}

/** For messages: those, and whatever else an environment variable was filled in for. */
export function messageSecretsOf(
  declared: Readonly<Record<string, string>>,
  filled: Readonly<Record<string, string>> = declared,
): string[] {
  const variables = Object.entries(filled).flatMap(([name, value]) =>
    value !== declared[name] && value.length >= SECRET_LENGTH ? [value] : [],
  )
  return [...secretsOf(filled), ...variables]
}
