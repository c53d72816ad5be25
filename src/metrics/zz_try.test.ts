import { readFileSync } from 'node:fs'
import { it } from 'vitest'
import { simulatedRecord } from '../../bench/simulated-runs.js'
import { suspectRanges } from './positional/ranges.js'
import { countStrata, scanner } from './positional/scan.js'
import { POSITIONAL_SIGNALS } from './positional/signals.js'
import { strata } from './positional/strata.js'
import { positionalCheck } from './positional.js'

const D = '/work/shared/data/paklegalqa'
const rows = (f: string) =>
  readFileSync(`${D}/${f}`, 'utf8')
    .trim()
    .split('\n')
    .map((l) => JSON.parse(l))
const items = rows('benchmark/all-360.jsonl')
const re =
  /i do not know|i don't know|cannot verify|can't verify|unable to confirm|not confident|do not have (reliable|verified|that) information|نہیں معلوم|معلوم نہیں/i
export function load(run: string) {
  return rows(`runs/${run}.jsonl`).map((r: any, i: number) => {
    const it = items[i]
    const err = r.mode === 'error'
    const refused = r.refused ?? re.test(r.answer.slice(0, 300))
    return simulatedRecord({
      id: it.id,
      position: i,
      type: it.type,
      answerable: it.answerable,
      outcome: err ? null : refused ? 'refused' : 'answered',
      errorClass: err ? 'infrastructure' : 'unscored',
      ...(err ? { failure: { stage: 'system' as const, kind: 'recorded', message: 'x' } } : {}),
      retrieval: { passages: err || r.mode === 'cb' ? null : r.sources.length, withText: 0 },
    })
  })
}
it('x', () => {
  for (const run of ['prod-sol-contaminated', 'prod-sol', 'prod-4o', 'cb-sol']) {
    const rs = load(run)
    const t = performance.now()
    const p = positionalCheck(rs)
    console.log(
      run,
      (performance.now() - t).toFixed(1),
      JSON.stringify({ ...p, suspects: p.suspects.map((s) => ({ ...s, ids: [s.ids.length, s.ids[0], s.ids.at(-1)] })) }),
    )
    const st = strata(rs)
    const ent = rs.flatMap((r, place) => {
      const v = POSITIONAL_SIGNALS['refused or error'](r)
      return v === null ? [] : [{ place, value: v, stratum: st[place]! }]
    })
    const series = { values: Uint8Array.from(ent, (e) => +e.value), strata: Uint32Array.from(ent, (e) => e.stratum) }
    console.log(run, scanner(series.strata, countStrata(series))(series.values))
  }
})
