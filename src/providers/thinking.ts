const ENDS = '</think>'

/**
 * What a model replied, without what many servers leave of its thinking before that: `<think> … </think>`, often without its beginning.
 * Thinking that never ends is followed by nothing.
 */
export function withoutThinking(text: string): string {
  const at = text.lastIndexOf(ENDS)
  if (at !== -1) return text.slice(at + ENDS.length).trimStart()
  return /^\s*<think>/.test(text) ? '' : text
}
