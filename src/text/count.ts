/** `1 case`, `2 cases`: for nouns that take an s. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
