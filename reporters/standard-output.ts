const MACHINE_READABLE = ['json', 'junit', 'tap', 'tap-flat']

/** Whether one of the reporters prints for a machine: a machine-readable one without an output file of its own. */
export function ownsStandardOutput({ reporters, outputFile }: { reporters: unknown; outputFile?: unknown }): boolean {
  return (reporters as unknown[]).some((entry) => {
    const [name, options] = Array.isArray(entry) ? (entry as [unknown, { outputFile?: unknown } | undefined]) : [entry, undefined]
    if (typeof name !== 'string' || !MACHINE_READABLE.includes(name)) return false
    const file = typeof outputFile === 'string' ? outputFile : (outputFile as Record<string, string> | undefined)?.[name]
    return (file ?? options?.outputFile) === undefined
  })
}
