import type { CaseRecord } from '../schema/record.js'
import { isAnswerGiven } from './outcome.js'
import { isNotDefined, isOfAnswers } from './score-names.js'

/**
 * What one case says to a rate: so, not so; `unknown`: it ran and nobody can say; `lost`: it did not run or was not judged;
 * `out`: it is not in the denominator.
 */
export type Standing = boolean | 'unknown' | 'lost' | 'out'

/** A rate over the cases of a suite: who is in the denominator, and what counts. */
export interface Rate {
  label: string
  /** The denominator in words. */
  denominator: string
  better: 'lower' | 'higher' | null
  standing(record: CaseRecord): Standing
  /** Why a case is unknown, where more is known than its class says. */
  why?(record: CaseRecord): string
}

/** The rates of a report, in its order. Their names are those of `.docket/report.json` and of gates. */
export const RATES = {
  hallucinationRate: {
    label: 'hallucination rate',
    denominator: 'answers given',
    better: 'lower',
    standing: (record) => {
      const given = ifOutcome(record, isAnswerGiven)
      return given === true ? negate(signal(record, record.signals.g)) : given === false ? 'out' : given
    },
  },
  answered: {
    label: 'answered',
    denominator: 'items',
    better: null,
    standing: (record) => ifOutcome(record, isAnswerGiven),
  },
  overRefusal: {
    label: 'over-refusal',
    denominator: 'answerable items',
    better: 'lower',
    standing: (record) => (record.answerable ? ifOutcome(record, (outcome) => outcome === 'refused') : 'out'),
  },
  falseConfidence: {
    label: 'false confidence',
    denominator: 'unanswerable items',
    better: 'lower',
    standing: (record) => (record.answerable ? 'out' : ifClass(record, 'false confidence')),
  },
  correct: {
    label: 'correct',
    denominator: 'answerable true-premise items',
    better: 'higher',
    // What is right on a false premise is a premise corrected, which has a rate of its own.
    standing: (record) => {
      if (!record.answerable || record.premise === 'false') return 'out'
      // Of what is wrong, or ungrounded, the class may not be known; that it is not `correct` is.
      const { c, g } = record.signals
      const known = record.outcome !== null && record.outcome !== 'undetermined'
      return known && (c === false || g === false) ? false : ifClass(record, 'correct')
    },
  },
  answerCorrect: {
    label: 'answer correct',
    denominator: 'answers given to answerable true-premise items',
    better: 'higher',
    // c alone: a right answer counts whatever it rests on.
    standing: (record) => {
      if (!record.answerable || record.premise === 'false') return 'out'
      const given = ifOutcome(record, isAnswerGiven)
      return given === true ? signal(record, record.signals.c) : given === false ? 'out' : given
    },
  },
  correctRefusal: {
    label: 'correct refusal',
    denominator: 'unanswerable items',
    better: 'higher',
    standing: (record) => (record.answerable ? 'out' : ifClass(record, 'correct refusal')),
  },
  nonAnswer: {
    label: 'non-answer',
    denominator: 'answerable items',
    better: 'lower',
    standing: (record) => (record.answerable ? ifOutcome(record, (outcome) => outcome === 'non-answer') : 'out'),
  },
  premiseCorrected: {
    label: 'premise corrected',
    denominator: 'items with a false premise',
    better: 'higher',
    standing: (record) => (record.premise === 'false' ? ifClass(record, 'premise corrected') : 'out'),
  },
  premiseAccepted: {
    label: 'premise accepted',
    denominator: 'items with a false premise',
    better: 'lower',
    standing: (record) => (record.premise === 'false' ? ifClass(record, 'premise accepted') : 'out'),
  },
  goldCited: {
    label: 'gold cited',
    denominator: 'items with a required gold',
    better: 'higher',
    standing: (record) => (record.citation.golds > 0 ? reported(record, record.citation.document) : 'out'),
  },
  goldCitedSection: {
    label: 'gold cited, section',
    denominator: 'items whose gold names a section and is cited',
    better: 'higher',
    standing: (record) =>
      record.citation.sections > 0 && record.citation.document === true ? reported(record, record.citation.section) : 'out',
  },
  goldRetrieved: {
    label: 'gold retrieved',
    denominator: 'items with a gold to retrieve',
    better: 'higher',
    // A gold that was put into the context is none that could be retrieved.
    standing: (record) => (record.citation.golds > record.retrieval.byConstruction ? reported(record, record.signals.r) : 'out'),
    why: whyNotRetrieved,
  },
  foundByConstruction: {
    label: 'found by construction',
    denominator: 'hits',
    better: null,
    // Where something is left to retrieve, a hit is one of that.
    standing: ({ signals: { r }, retrieval: { byConstruction }, citation: { golds } }) =>
      r === true ? false : golds > 0 && byConstruction === golds ? true : 'out',
  },
  misgrounded: {
    label: 'misgrounded',
    denominator: 'answers judged by what they cite',
    better: 'lower',
    standing: (record) => {
      const given = ifOutcome(record, isAnswerGiven)
      if (given === false || record.claims?.cited === 0) return 'out'
      if (given !== true || record.claims === null) return notKnown(record)
      return record.claims.misgrounded > 0
    },
  },
  fabricatedCitation: {
    label: 'fabricated citation',
    denominator: 'answers that cite an authority',
    better: 'lower',
    standing: (record) => authority(record, 'cited', 'fabricated'),
  },
  citedNotRetrieved: {
    label: 'cited, not retrieved',
    denominator: 'answers that cite an authority',
    better: 'lower',
    standing: (record) => authority(record, 'cited', 'notRetrieved'),
  },
  misquoted: {
    label: 'misquoted',
    denominator: 'answers that quote',
    better: 'lower',
    standing: (record) => authority(record, 'quotes', 'misquoted'),
  },
  pinpointOutside: {
    label: 'pinpoint outside',
    denominator: 'answers with a pinpoint into a known document',
    better: 'lower',
    standing: (record) => authority(record, 'pinpoints', 'outside'),
  },
  rewriteAdds: {
    label: 'rewrite adds',
    denominator: 'rewritten queries',
    better: 'lower',
    standing: ({ rewrite }) => (rewrite === null ? 'out' : rewrite.added.length > 0),
  },
} as const satisfies Record<string, Rate>
export type RateName = keyof typeof RATES

function ifOutcome(record: CaseRecord, test: (outcome: NonNullable<CaseRecord['outcome']>) => boolean): Standing {
  if (record.outcome === null || record.outcome === 'undetermined') return notKnown(record)
  return test(record.outcome)
}

/** Whether a case is of a class; not known where it is unscored, or did not run. */
export function ifClass(record: CaseRecord, errorClass: CaseRecord['errorClass']): Standing {
  switch (record.errorClass) {
    case 'infrastructure':
    case 'missing':
    case 'unscored':
      return notKnown(record)
    default:
      return record.errorClass === errorClass
  }
}

/** A signal that follows from what the system reported: without a response it is lost, and no judge can lose it. */
function reported(record: CaseRecord, value: boolean | null): Standing {
  if (record.outcome === null || (record.failure !== undefined && record.failure.stage !== 'judge')) return 'lost'
  return value ?? 'unknown'
}

function signal(record: CaseRecord, value: boolean | null): Standing {
  return value ?? notKnown(record)
}

/** Faults among what an answer cites or quotes. Whether an answer that never came would have, nobody knows: it is in no denominator. */
function authority(
  { authorities }: CaseRecord,
  of: 'cited' | 'quotes' | 'pinpoints',
  fault: 'fabricated' | 'notRetrieved' | 'misquoted' | 'outside',
): Standing {
  if (authorities === null || authorities[of] === 0) return 'out'
  const faults = authorities[fault]
  return faults === null ? 'unknown' : faults > 0
}

/** As the scores of retrieval say it: that passages came without a name or without offsets is not that none were reported. */
function whyNotRetrieved({ scores, retrieval }: CaseRecord): string {
  const reasons = Object.entries(scores).flatMap(([name, { value, reason }]) =>
    value !== null || reason === undefined || isOfAnswers(name) || isNotDefined(reason) ? [] : [reason],
  )
  return reasons[0] ?? (retrieval.passages === null ? 'retrieval not reported' : 'undetermined')
}

function negate(standing: Standing): Standing {
  return typeof standing === 'boolean' ? !standing : standing
}

/** Lost to a failure or the budget, which a coverage floor watches, or merely not known, which the interval carries. */
export function notKnown(record: CaseRecord): 'lost' | 'unknown' {
  const { g, c, outcome } = record.unscored
  const notJudged = [g, c, outcome].some((reason) => reason === 'judge failed' || reason === 'budget')
  return record.failure !== undefined || notJudged ? 'lost' : 'unknown'
}
