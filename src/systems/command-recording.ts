import { relative, sep } from 'node:path'
import { hashOf } from '../cassettes/key.js'
import { credentialsOfUrl } from '../cassettes/redact.js'
import { dataRoot } from '../datasets/root.js'
import { SECRET_LENGTH } from '../providers/credentials.js'
import type { Json } from '../schema/json.js'

/** Variables and options that say who asks. Only by the end of the name: MAX_TOKENS and KEYWORDS change an answer. */
const CREDENTIAL = /(?:key|token|secret|pass|password|passwd|auth|credentials?)$/i

type Variables = Readonly<Record<string, string>>

interface Sent {
  args: readonly string[]
  cwd: string
  /** As they are declared: a variable's name in them, not its value. */
  env: Variables
  body: Json
}

/** What of a program's call changes the answer. As with a host, the program itself does not: its name and version say which it is. */
export function inputOf({ args, cwd, env, body }: Sent): Json {
  const folder = relative(dataRoot(), cwd).replaceAll('\\', '/')
  const set = Object.fromEntries(Object.entries(env).filter(([name]) => !CREDENTIAL.test(name)))
  return {
    body,
    // Only hashed: a key may stand in either under any name, and inputs are stored where they are short.
    ...(args.length === 0 ? {} : { args: hashOf(args.map(portable)) }),
    ...(Object.keys(set).length === 0 ? {} : { env: hashOf(set) }),
    ...(folder === '' ? {} : { cwd: folder }),
  }
}

/** An argument without the root in it, so that a key is the same in every checkout. */
function portable(argument: string): string {
  return argument.replaceAll(`${dataRoot()}${sep}`, '').replaceAll('\\', '/')
}

/** Values of variables that are credentials, in case a program says them. */
export function secretsOf(env: Variables): string[] {
  const named = Object.entries(env).flatMap(([name, value]) => (CREDENTIAL.test(name) ? [value] : []))
  return [...named, ...Object.values(env).flatMap(credentialsOfUrl)].filter(({ length }) => length >= SECRET_LENGTH)
}

/** For messages: those, whatever else was filled in, and credentials among the arguments. */
export function messageSecretsOf(declared: Variables, filled: Variables, args: readonly string[]): string[] {
  const variables = Object.entries(filled).flatMap(([name, value]) => (value === declared[name] ? [] : [value]))
  const options = args.flatMap((argument, index) => {
    const [, name = '', value = args[index + 1]] = /^--?([\w.-]+)(?:=(.*))?$/s.exec(argument) ?? []
    return CREDENTIAL.test(name) && value !== undefined ? [value] : []
  })
  const others = [...variables, ...options, ...args.flatMap(credentialsOfUrl)]
  return [...secretsOf(filled), ...others.filter(({ length }) => length >= SECRET_LENGTH)]
}
