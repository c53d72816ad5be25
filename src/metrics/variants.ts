import { groupBy } from '../group-by.js'
import { Axis } from '../schema/item.js'
import type { Metric } from '../schema/metric.js'
import type { CaseRecord, SuiteHeader } from '../schema/record.js'
import type { VariantTable } from '../schema/report.js'
import { measureEntries } from './measure.js'
import { notKnown, type Standing } from './rates.js'

type LeftOut = SuiteHeader['leftOut'][number]
type Fate = 'outcome' | 'errorClass' | 'goldRetrieved'

/** A variant and what it says it is a variant of. A twin is a variant on the axis `language`. */
interface Link<Side> {
  axis: Axis
  base: string
  variant: Side
}

/** What should become of a base and of its variants alike: how it reads, and its value in a case; null where not known. */
const FATES: { [Name in Fate]: { label: string; value(record: CaseRecord): string | null } } = {
  outcome: { label: 'same outcome', value: ({ outcome }) => (outcome === 'undetermined' ? null : outcome) },
  errorClass: {
    label: 'same class',
    value: ({ errorClass }) => (['unscored', 'infrastructure', 'missing'].includes(errorClass) ? null : errorClass),
  },
  goldRetrieved: {
    label: 'same gold retrieved',
    value: ({ signals: { r } }) => (r === null ? null : r ? 'retrieved' : 'not retrieved'),
  },
}

/**
 * Per axis on which items of a suite vary, whether the same becomes of a variant and of its base: the same outcome, the same error class, the
 * same retrieval of a required gold. Rates are of pairs, whose group is the base's; a pair of which a side is not known is unknown, or lost where
 * that side did not run or was not judged. A pair is out of `goldRetrieved` where neither item has a required gold. A base with two variants or
 * more is a set as well: all its members agree, or not, which two that differ decide.
 *
 * Variants on `facts` may differ by right (`mayDiffer`), so no direction of their rates is better. Two items that name each other are one
 * pair, that of the one with the lower id. A variant of itself, or of what is no case of the run, is left out and named; `leftOut` are the
 * items of the data set that are no case. An axis that no item names has no table.
 */
export function variantTables(records: readonly CaseRecord[], leftOut: SuiteHeader['leftOut']): VariantTable[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const links = records.flatMap(linksOf)
  const absent = leftOut.flatMap(linksOf)
  return Axis.options.flatMap((axis) => {
    const [here, missing] = [links.filter((link) => link.axis === axis), absent.filter((link) => link.axis === axis)]
    return here.length + missing.length === 0 ? [] : [tableOf(axis, here, missing, byId)]
  })
}

/** Whether all values are the same; null where one of them is null or `undetermined` and the others do not differ already, and of fewer than two. */
export function agreement(values: readonly (string | boolean | null)[]): boolean | null {
  const known = values.filter((value) => value !== null && value !== 'undetermined')
  if (new Set(known).size > 1) return false
  return values.length < 2 || known.length < values.length ? null : true
}

function linksOf<Side extends CaseRecord | LeftOut>(variant: Side): Link<Side>[] {
  const { twinOf, variantOf, axis } = variant
  const twin = twinOf === undefined ? [] : [{ axis: 'language' as const, base: twinOf, variant }]
  if (variantOf === undefined || axis === undefined || (axis === 'language' && variantOf === twinOf)) return twin
  return [...twin, { axis, base: variantOf, variant }]
}

interface Pair {
  base: CaseRecord
  variant: CaseRecord
}

function tableOf(
  axis: Axis,
  here: readonly Link<CaseRecord>[],
  missing: readonly Link<LeftOut>[],
  byId: ReadonlyMap<string, CaseRecord>,
): VariantTable {
  const linked = here.flatMap(({ base: id, variant }): Pair[] => {
    const base = byId.get(id)
    return base === undefined || base === variant ? [] : [{ base, variant }]
  })
  const names = new Set(linked.map(({ base, variant }) => JSON.stringify([base.id, variant.id])))
  const pairs = linked.filter(({ base, variant }) => variant.id > base.id || !names.has(JSON.stringify([variant.id, base.id])))
  const sets = [...groupBy(linked, ({ base }) => base)].flatMap(([base, of]) =>
    of.length < 2 ? [] : [[base, ...of.map(({ variant }) => variant)]],
  )
  const mayDiffer = axis === 'facts'
  const measured = (members: readonly CaseRecord[][], what: string) => ({
    outcome: measureAgreement(members, 'outcome', what, mayDiffer),
    errorClass: measureAgreement(members, 'errorClass', what, mayDiffer),
    goldRetrieved: measureAgreement(members, 'goldRetrieved', what, mayDiffer),
  })
  return {
    axis,
    mayDiffer,
    pairs: pairs.length,
    ...measured(
      pairs.map(({ base, variant }) => [base, variant]),
      `${axis} pairs`,
    ),
    sets: sets.length === 0 ? null : { sets: sets.length, ...measured(sets, `${axis} sets of three or more`) },
    differing: pairs.flatMap(differing),
    leftOut: [
      ...here.flatMap(({ base, variant }) => unpaired(base, variant, byId)),
      ...missing.map(({ base, variant: { id } }) => ({
        base,
        variant: id,
        reason: id === base ? 'is its own variant' : notHere(id),
      })),
    ],
  }
}

function measureAgreement(members: readonly CaseRecord[][], fate: Fate, denominator: string, mayDiffer: boolean): Metric {
  const { label, value } = FATES[fate]
  const entries = members.map((set) => {
    const [base, ...variants] = set
    const named = variants.length === 1 ? variants[0] : base
    return { id: named?.id ?? '', group: base?.group ?? '', standing: agree(set, fate, value) }
  })
  return measureEntries(entries, { label, denominator, better: mayDiffer ? null : 'higher' }).metric
}

function agree(set: readonly CaseRecord[], fate: Fate, value: (record: CaseRecord) => string | null): Standing {
  const same = agreement(set.map(value))
  if (same !== null) return same
  const unknown = set.filter((record) => value(record) === null)
  if (fate === 'goldRetrieved' && unknown.length === set.length && set.every(({ citation }) => citation.golds === 0)) return 'out'
  return unknown.some((record) => lost(record, fate)) ? 'lost' : 'unknown'
}

/** No judge can lose what follows from the response alone. */
function lost(record: CaseRecord, fate: Fate): boolean {
  if (fate === 'goldRetrieved')
    return record.outcome === null || (record.failure !== undefined && record.failure.stage !== 'judge')
  return notKnown(record) === 'lost'
}

function differing({ base, variant }: Pair): VariantTable['differing'] {
  const both = (fate: Fate): [string, string] | null => {
    const [one, other] = [FATES[fate].value(base), FATES[fate].value(variant)]
    return one === null || other === null || one === other ? null : [one, other]
  }
  const found = { outcome: both('outcome'), errorClass: both('errorClass'), goldRetrieved: both('goldRetrieved') }
  return Object.values(found).every((fate) => fate === null) ? [] : [{ base: base.id, variant: variant.id, ...found }]
}

function unpaired(base: string, variant: CaseRecord, byId: ReadonlyMap<string, CaseRecord>): VariantTable['leftOut'] {
  if (base === variant.id) return [{ base, variant: base, reason: 'is its own variant' }]
  return byId.has(base) ? [] : [{ base, variant: variant.id, reason: notHere(base) }]
}

/** Whether it is in the data set does not show here: a filter on the command line leaves items out that nobody names. */
const notHere = (id: string) => `${id} is not in this run`
