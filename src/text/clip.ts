/** At most `most` characters (code points, so that no surrogate pair is split); what is cut shows as "…". White space stays. */
export function clip(text: string, most: number): string {
  // No character has more than two code units, so the rest of a long text need not be looked at.
  const points = Array.from(text.slice(0, 2 * most + 2))
  return points.length > most ? `${points.slice(0, most - 1).join('')}…` : text
}

/** The text on one line, for a title or a message: white space as single spaces, trimmed, at most `most` characters. */
export function oneLine(text: string, most: number): string {
  return clip(text.replace(/\s+/g, ' ').trim(), most)
}
