import type { ComponentPart, ComponentParts, KeyedCall } from './key.js'
import type { CassetteEntry } from './store.js'

/** Says which case has no recording, and in what its call differs from the nearest entry of the same case. */
export function explainMiss(call: KeyedCall, entries: readonly CassetteEntry[], dir: string): string {
  const missing = `no recording of the ${call.kind} call of ${JSON.stringify(call.suite)} / ${JSON.stringify(call.id)} in ${dir}`
  const wayOut = 'Run it once with `cassettes: "auto"` to record it.'
  if (entries.length === 0) return `${missing}: the store is empty. ${wayOut}`
  const nearest = entries
    .filter((entry) => entry.kind === call.kind && entry.suite === call.suite && entry.id === call.id)
    .map((entry) => ({ entry, differing: differingNames(call.parts, entry.components) }))
    .sort((a, b) => a.differing.length - b.differing.length || (a.entry.recordedAt < b.entry.recordedAt ? 1 : -1))[0]
  if (nearest === undefined) return `${missing}: nothing is recorded for this case. ${wayOut}`
  const words = nearest.differing.map((name) => difference(name, nearest.entry.components[name], call.parts[name]))
  return `${missing}: the nearest entry, of ${nearest.entry.recordedAt}, differs in ${words.join(', ')}. ${wayOut}`
}

function differingNames(now: ComponentParts, recorded: ComponentParts): string[] {
  const names = new Set([...Object.keys(now), ...Object.keys(recorded)])
  return [...names].filter((name) => now[name]?.sha256 !== recorded[name]?.sha256).sort()
}

function difference(name: string, recorded: ComponentPart | undefined, now: ComponentPart | undefined): string {
  if (recorded?.value === undefined && now?.value === undefined) return name
  return `${name} (recorded ${shown(recorded)}, now ${shown(now)})`
}

function shown(part: ComponentPart | undefined): string {
  if (part === undefined) return 'none'
  return part.value === undefined ? 'another text' : JSON.stringify(part.value)
}
