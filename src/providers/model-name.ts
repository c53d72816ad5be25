/** The name of a model without the date of its version: `claude-sonnet-4-6-20260929` and `-2026-09-29` are `claude-sonnet-4-6`. */
export function undatedModel(model: string): string {
  return model.replace(/-\d{4}-?\d{2}-?\d{2}$/, '')
}

/** Whether two names are of one model, dated or not: a provider may answer with the dated name of what was asked for. */
export function isSameModel(a: string, b: string): boolean {
  return undatedModel(a) === undatedModel(b)
}
