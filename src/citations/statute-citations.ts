import type { Found } from './parsed-citation.js'
export function statutesIn(_text: string, _others: readonly Found[]): Found[] {
  return []
}
