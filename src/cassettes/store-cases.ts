import type { CassetteEntry } from './entry.js'
import { type CaseOfCall, caseKey } from './pack-index.js'
import { readableEntries, readEntry } from './store.js'

/** What the working store holds of a case, for a message. */
export interface StoreCases {
  ofCase(call: CaseOfCall): Promise<CassetteEntry[]>
  isEmpty(): Promise<boolean>
}

/** Looks through the store at the first question, and not again: nothing writes in the mode that asks. Entries that are corrupt are left out. */
export function openStoreCases(dir: string): StoreCases {
  let listed: Promise<Map<string, string[]>> | undefined
  const cases = () => {
    listed ??= casesIn(dir)
    return listed
  }
  return {
    async ofCase(call) {
      const keys = (await cases()).get(caseKey(call)) ?? []
      return (await Promise.all(keys.map((key) => readEntry(dir, key)))).filter((entry) => entry !== null)
    },
    isEmpty: async () => (await cases()).size === 0,
  }
}

async function casesIn(dir: string): Promise<Map<string, string[]>> {
  const cases = new Map<string, string[]>()
  for await (const entry of readableEntries(dir)) {
    const keys = cases.get(caseKey(entry)) ?? []
    keys.push(entry.key)
    cases.set(caseKey(entry), keys)
  }
  return cases
}
