import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '../schema/json.js'
import type { CassetteEntry } from './entry.js'
import { type Components, hashOf, keyOf } from './key.js'

/** An entry that a test changes where it matters; its key follows from its components. */
export function entryOf(
  changes: Partial<Omit<CassetteEntry, 'components' | 'key'>> & { components?: Components } = {},
): CassetteEntry {
  const {
    components = { provider: 'anthropic', model: 'model-a', input: 'Is it so?', trial: 0 },
    payload = { text: 'yes', reason: null } as Json,
    ...rest
  } = changes
  const { key, parts } = keyOf(components)
  return {
    schemaVersion: 1,
    kind: 'judge',
    suite: 'Tenancy',
    id: 'T-1',
    recordedAt: '2026-11-20T09:12:44.120Z',
    sha256: hashOf(payload),
    payload,
    ...rest,
    key,
    components: parts,
  }
}

/** Makes every entry of a store impossible to write, also for a user whom no permission stops: a file stands where each folder would be. */
export async function blockStore(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  const names = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))
  await Promise.all(names.map((name) => writeFile(join(dir, name), '')))
}
