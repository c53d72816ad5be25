import type { ClaimTable, SuiteReport } from '../../src/schema/report.js'
import { count } from '../../src/text/count.js'
import { share } from '../metric-cells.js'
import { tallyText } from '../tally.js'
import { type Section, section } from './block.js'

/** What the answers given consist of: how much they say, how much of it stands, and of what kind the rest is. */
export function claimsSection({ claims, metrics }: SuiteReport): Section[] {
  if (claims === null || claims.claims === 0) return []
  const { perAnswer, words } = claims
  const row = (name: string, n: number, kinds = '') => (n === 0 ? [] : [[name, String(n), share(n, claims.claims), kinds]])
  const apart = (name: string, n: number, of: number, kinds: string) => (of === 0 ? [] : [[name, String(n), '', kinds]])
  return section('Claims', [
    {
      kind: 'text',
      text: `${whose(claims, metrics['hallucinationRate']?.total ?? 0)}; median (95th percentile): ${spread(perAnswer)} claims, ${spread(words, 0)} words.`,
    },
    {
      kind: 'table',
      table: {
        columns: [
          { header: 'claims' },
          { header: 'n', align: 'right' },
          { header: `share of ${claims.claims}`, align: 'right' },
          { header: 'kinds' },
        ],
        rows: [
          ...row('supported', claims.supported),
          ...row('unsupported', claims.unsupported, tallyText(claims.kinds)),
          ...row('undetermined', claims.undetermined),
          ...row('harmless', claims.harmless),
          // Of other numbers of claims, so no share of all of them.
          ...apart('misgrounded', claims.misgrounded, claims.cited, `of ${claims.cited} judged by what they cite`),
          ...apart('not in reference', claims.againstReference, claims.againstReference, tallyText(claims.referenceKinds)),
        ],
      },
    },
  ])
}

/** Of how many of the answers given, as the hallucination rate counts them, the claims are known. */
function whose({ answers }: ClaimTable, given: number): string {
  if (answers >= given) return `${count(answers, 'answer')} given`
  return `${answers} of ${count(given, 'answer')} given ${answers === 1 ? 'has' : 'have'} known claims`
}

/** `3 (4.5)`. */
function spread({ p50, p95 }: SuiteReport['latency'], decimals = 1): string {
  const [median, most] = [p50, p95].map((value) => (value === null ? '–' : String(Number(value.toFixed(decimals)))))
  return `${median} (${most})`
}
