import type { CassetteEntry } from './entry.js'
import type { ComponentPart, ComponentParts, KeyedCall } from './key.js'

const WAY_OUT = 'Run it once with `cassettes: "auto"` to record it.'

/**
 * Says which case has no recording, and in what its call differs from the nearest of the entries of the same case; `nothing`: there is
 * no recording of anything.
 */
export function explainMiss(call: KeyedCall, ofCase: readonly CassetteEntry[], nothing: boolean, dir: string): string {
  const missing = `no recording of the ${call.kind} call of ${JSON.stringify(call.suite)} / ${JSON.stringify(call.id)} in ${dir}`
  if (nothing) return `${missing}: the store is empty. ${WAY_OUT}`
  const nearest = ofCase
    .map((entry) => ({
      entry,
      differing: differingNames(call.parts, entry.components),
      held: call.detailParts && entry.detail && differingNames(call.detailParts, entry.detail),
    }))
    .sort(
      (a, b) =>
        a.differing.length - b.differing.length ||
        // An entry from before there were details is nearer than none and farther than any.
        (a.held?.length ?? Number.MAX_SAFE_INTEGER) - (b.held?.length ?? Number.MAX_SAFE_INTEGER) ||
        (a.entry.recordedAt < b.entry.recordedAt ? 1 : -1),
    )[0]
  if (nearest === undefined) return `${missing}: nothing is recorded for this case. ${WAY_OUT}`
  const { entry, held } = nearest
  const words = nearest.differing.map((name) =>
    name === 'input' && held !== undefined
      ? `input (${inside(held, entry.detail, call.detailParts)})`
      : difference(name, entry.components[name], call.parts[name]),
  )
  return `${missing}: the nearest entry, of ${entry.recordedAt}, differs in ${words.join(', ')}. ${WAY_OUT}`
}

function differingNames(now: ComponentParts, recorded: ComponentParts): string[] {
  const names = new Set([...Object.keys(now), ...Object.keys(recorded)])
  return [...names].filter((name) => now[name]?.sha256 !== recorded[name]?.sha256).sort()
}

function difference(name: string, recorded: ComponentPart | undefined, now: ComponentPart | undefined): string {
  if (recorded?.value === undefined && now?.value === undefined) return name
  return `${name} (recorded ${shown(recorded)}, now ${shown(now)})`
}

/** What of the input differs. Where none of its parts does, the words around them do, as those of another version of this package. */
function inside(names: readonly string[], recorded: ComponentParts = {}, now: ComponentParts = {}): string {
  if (names.length === 0) return 'the same parts in another form'
  return names.map((name) => difference(name, recorded[name], now[name])).join(', ')
}

function shown(part: ComponentPart | undefined): string {
  if (part === undefined) return 'none'
  return part.value === undefined ? 'another text' : JSON.stringify(part.value)
}
