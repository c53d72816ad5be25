import type { Compat } from '../schema/compat.js'
import type { CaseRecord, Task } from '../schema/record.js'
import { isRefused } from './parity.js'
import { RATES, type Rate } from './rates.js'

/** How a suite's cases are counted. */
export interface Reading {
  rates: Record<string, Rate>
  /** Whether a case counts as refused when twins are compared, null where it is not known; null where answers are not looked at. */
  refused: ((record: CaseRecord) => boolean | null) | null
}

const SOUND: Reading = { rates: RATES, refused: isRefused }

/**
 * The published table of PakLegalQA knows two outcomes: refused, and answered, which is all the rest, non-answers and empty answers
 * among them. It divides over-refusals by all items (19 of 360 = 5.3%), not by the answerable ones of which the paper speaks.
 */
const PAKLEGALQA: Reading = {
  rates: {
    ...RATES,
    answered: { ...RATES.answered, standing: (record) => published(record, false) },
    overRefusal: {
      ...RATES.overRefusal,
      denominator: 'items',
      standing: (record) => (record.answerable || record.outcome === null ? published(record, true) : false),
    },
    correctRefusal: { ...RATES.correctRefusal, standing: (record) => (record.answerable ? 'out' : published(record, true)) },
  },
  refused: (record) => (record.outcome === null ? null : record.outcome === 'refused'),
}

function published({ outcome }: CaseRecord, refused: boolean) {
  return outcome === null ? 'lost' : (outcome === 'refused') === refused
}

/** What is left of a reading where nobody looks at answers. */
const RETRIEVAL: Reading = {
  rates: { goldRetrieved: RATES.goldRetrieved, foundByConstruction: RATES.foundByConstruction, rewriteAdds: RATES.rewriteAdds },
  refused: null,
}

export function readingFor(compat: Compat | null, task: Task = 'answer'): Reading {
  if (task === 'retrieval') return RETRIEVAL
  return compat === 'paklegalqa' ? PAKLEGALQA : SOUND
}
