/** A share with one decimal, as everywhere in reports and messages. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}
