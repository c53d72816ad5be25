import { OptionError } from '../errors.js'

/** The values of `option` with every `${NAME}` replaced by that environment variable. Throws `OptionError` that names each variable that is not set. */
export function fromEnvironment(
  option: string,
  values: Readonly<Record<string, string>>,
  environment = process.env,
): Record<string, string> {
  const missing = new Set<string>()
  const filled: Record<string, string> = {}
  for (const [key, value] of Object.entries(values)) {
    filled[key] = value.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
      const found = environment[name]
      if (found === undefined || found === '') missing.add(name)
      return found ?? ''
    })
  }
  if (missing.size > 0) {
    const names = [...missing].map((name) => `\`${name}\``).join(', ')
    throw new OptionError(
      `\`${option}\` needs the environment variable${missing.size > 1 ? 's' : ''} ${names}, which ${missing.size > 1 ? 'are' : 'is'} not set`,
    )
  }
  return filled
}
