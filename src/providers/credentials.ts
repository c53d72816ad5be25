/** Names of headers and of query parameters that say who asks, not what is asked. */
export const CREDENTIAL = /auth|key|token|cookie|secret|password|session|signature/i

/** A shorter value is as likely to be a word of the answer. */
export const SECRET_LENGTH = 8

/** The values of headers that are credentials, and what stands behind a scheme in them, in case a service sends them back. */
export function secretsOf(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => CREDENTIAL.test(name))
    .flatMap(([, value]) => [value, value.replace(/^\S+\s+/, '')])
    .filter((secret) => secret.length >= SECRET_LENGTH)
}
