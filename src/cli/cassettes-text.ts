import { wrap } from '../../reporters/layout.js'
import { textTable } from '../../reporters/text-table.js'
import type { KeptEntry } from '../cassettes/kept.js'
import type { Packed } from '../cassettes/pack.js'
import type { Decision } from '../cassettes/prune.js'
import { groupBy } from '../group-by.js'
import { bytesText } from '../text/bytes.js'
import { count } from '../text/count.js'
import { plainText } from '../text/plain-text.js'

/** What is recorded: how much and from when, then a row a kind and model. */
export function summaryText(dir: string, kept: readonly KeptEntry[], columns: number): string {
  const entries = once(kept)
  if (entries.length === 0) return `${dir}: no recordings`
  const suites = new Set(entries.map(({ suite }) => suite)).size
  const stored = kept.filter(({ packed }) => !packed)
  const packed = kept.filter(({ packed }) => packed)
  const parts = [
    ...(stored.length === 0 ? [] : [`${count(stored.length, 'file')} in the working store (${size(stored)})`]),
    ...(packed.length === 0
      ? []
      : [`${count(packed.length, 'line')} in ${count(new Set(packed.map(({ file }) => file)).size, 'pack')} (${size(packed)})`]),
  ]
  const rows = [...groupBy(entries, ({ kind, source }) => JSON.stringify([kind, source])).values()].map((group) => [
    group[0]?.kind ?? '',
    plainText(group[0]?.source ?? ''),
    String(group.length),
    String(new Set(group.map(({ suite }) => suite)).size),
    when(group),
  ])
  return [
    ...wrap(`${dir}: ${count(entries.length, 'recording')} of ${count(suites, 'suite')}, ${when(entries)}`, columns),
    ...wrap(parts.join(', '), columns),
    '',
    ...textTable(
      {
        columns: [
          { header: 'kind' },
          { header: 'model or system' },
          { header: 'recordings', align: 'right' },
          { header: 'suites', align: 'right' },
          { header: 'recorded' },
        ],
        rows: rows.sort(([a = '', b = ''], [c = '', d = '']) => order(a, c) || order(b, d)),
      },
      columns,
    ),
  ].join('\n')
}

/** The packs, and which of them changed. */
export function packedText(dir: string, packs: readonly Packed[], columns: number): string {
  if (packs.length === 0) return `${dir}: no recordings to pack`
  const changed = packs.filter((pack) => pack.changed).length
  return [
    `${dir}: ${count(packs.length, 'pack')}, ${changed === 0 ? 'none changed' : `${changed} changed`}`,
    ...packs.flatMap(({ suite, file, entries, bytes, changed }) =>
      wrap(
        `${changed ? 'written' : 'as it was'}: ${plainText(file)} (${plainText(suite)}, ${count(entries, 'recording')}, ${bytesText(bytes)})`,
        columns,
      ),
    ),
  ].join('\n')
}

/** What went, and what stayed and why, a line a suite, kind and reason. */
export function prunedText(dir: string, decisions: readonly Decision[], dry: boolean, columns: number): string {
  const unique = [...new Map(decisions.map((decision) => [decision.entry.key, decision])).values()]
  const going = decisions.filter(({ fate }) => fate === 'dropped').map(({ entry }) => entry)
  const dropped = once(going).length
  const groups = groupBy(unique, ({ entry, fate, why }) => JSON.stringify([entry.suite, entry.kind, fate, why]))
  const lines = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { entry, fate, why } = first
    const done = fate === 'dropped' ? (dry ? 'would be dropped' : 'dropped') : 'kept'
    const reason = fate === 'dropped' ? 'no kept run used them' : fate === 'used' ? 'used' : why
    return `${done}: ${entry.suite}: ${group.length} ${entry.kind}, ${reason}`
  })
  const verb = dry ? 'would be dropped' : 'dropped'
  return [
    `${dir}: ${count(dropped, 'recording')} ${verb} (${size(going)}), ${unique.length - dropped} kept`,
    ...lines.sort(order).flatMap((line) => wrap(plainText(line), columns)),
  ].join('\n')
}

/** An entry that is packed may be in the working store too. */
function once(entries: readonly KeptEntry[]): KeptEntry[] {
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()]
}

function when(entries: readonly KeptEntry[]): string {
  const days = entries.map(({ recordedAt }) => recordedAt.slice(0, 10)).sort()
  const [oldest = '', newest = ''] = [days[0], days.at(-1)]
  return oldest === newest ? oldest : `${oldest} to ${newest}`
}

function size(entries: readonly KeptEntry[]): string {
  return bytesText(entries.reduce((sum, { bytes }) => sum + bytes, 0))
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
