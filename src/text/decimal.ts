/** `.630`, since a mean is no share of cases; `–` where nothing is scored. What is not quite 0 or 1 never looks as if it were. */
export function decimal(value: number | null): string {
  if (value === null) return '–'
  const text = value.toFixed(3)
  if (value > 0 && text === '0.000') return '<.001'
  if (value < 1 && text === '1.000') return '>.999'
  return text.startsWith('0') ? text.slice(1) : text
}
