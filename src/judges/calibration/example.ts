import type { HumanLabel } from '../../datasets/entailment-label.js'
import type { CalibrationUnit } from '../../schema/calibration.js'
import type { Passage } from '../../schema/response.js'
import type { JudgeRequest } from '../judge.js'

/** What a person said of one claim or answer, and all that a judge is shown of it. */
export interface Example {
  id: string
  /** Examples of one group are not independent. */
  group: string
  language: string
  question: string
  /** The answer; of a claim, the claim. */
  answer: string
  passages: (Passage & { text: string })[]
  reference: string | null
  answerPoints: string[]
  /** What a run asked its judge, where that is known whole: it is asked the same again, and its recordings are found. */
  request?: JudgeRequest
  truth: ClaimTruth | AnswerTruth
}

export interface ClaimTruth {
  unit: 'claim'
  label: HumanLabel
}

/** null where nobody said: it is then no example of that. */
export interface AnswerTruth {
  unit: 'answer'
  grounded: boolean | null
  correct: boolean | null
}

/** A file of labelled examples after reading; every one of them has a truth. */
export interface LabelledData {
  file: string
  /** Of the file's bytes. */
  sha256: string
  unit: CalibrationUnit
  examples: Example[]
  /** What was left out, by reason, with how many. */
  leftOut: Record<string, number>
  /** The extraction of every answer; null where nobody coded any. */
  extraction: Extraction[] | null
  /** Of a sheet that was drawn from a run: why the run's recordings do not apply to it, or to some of it; null where they do. */
  notReplayed?: string | null
}

/** Of an answer, or of a claim by itself: per extracted claim whether it is valid, null where it was not coded; how many were missed, null where not coded. */
export interface Extraction {
  language: string
  valid: (boolean | null)[]
  missed: number | null
}

/** Counts what is left out. */
export function counter(): { counts: Record<string, number>; add(reason: string, count?: number): void } {
  const counts: Record<string, number> = {}
  return {
    counts,
    add: (reason, count = 1) => {
      counts[reason] = (counts[reason] ?? 0) + count
    },
  }
}
