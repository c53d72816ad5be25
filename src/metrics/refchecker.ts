import type { HumanLabel } from '../datasets/entailment-label.js'
import { checkedOptions, checkOption } from './score.js'

/** Shares of the three labels, from 0 to 1. */
export type LabelShares = Record<HumanLabel, number>

export interface RefcheckerShares {
  responses: number
  /** Responses without a claim: the model abstained, or nothing was extracted. */
  abstained: number
  /** null without responses. */
  abstainRate: number | null
  claims: number
  /** Claims without one of the three labels; in no share. */
  unlabelled: number
  /** The mean over responses of the shares of their claims; null where no response has a labelled claim. */
  macro: LabelShares | null
  /** The shares of all claims; null where none is labelled. */
  micro: LabelShares | null
}

export interface RefcheckerSharesOptions {
  /** `refchecker`: a label that is none of the three counts as neutral, as in the published code. @default it counts as none */
  compat?: 'refchecker'
}

const LABELS = ['entailment', 'neutral', 'contradiction'] as const

/**
 * How labelled claims add up to a model: the published figures are `macro`, in which an abstention enters no average, beside `abstainRate`. Over several
 * settings the published average pools their responses for the shares, and is the plain mean of their abstain rates.
 *
 * Source: X. Hu et al. (2024), RefChecker, arXiv:2405.14486, and its code.
 */
export function refcheckerShares(
  responses: readonly { claims: readonly { label: HumanLabel | null }[] }[],
  options: RefcheckerSharesOptions = {},
): RefcheckerShares {
  const { compat } = checkedOptions(options, ['compat'])
  checkOption('compat', compat, 'refchecker')
  const read = responses.map(({ claims }) => claims.map(({ label }) => (compat === 'refchecker' ? (label ?? 'neutral') : label)))
  const labelled = read.map((labels) => labels.filter((label) => label !== null)).filter((labels) => labels.length > 0)
  const claims = read.flat()
  const abstained = read.filter((labels) => labels.length === 0).length
  return {
    responses: responses.length,
    abstained,
    abstainRate: responses.length === 0 ? null : abstained / responses.length,
    claims: claims.length,
    unlabelled: claims.filter((label) => label === null).length,
    macro: labelled.length === 0 ? null : meanOf(labelled.map(sharesOf)),
    micro: labelled.length === 0 ? null : sharesOf(labelled.flat()),
  }
}

function sharesOf(labels: readonly HumanLabel[]): LabelShares {
  return byLabel((label) => labels.filter((one) => one === label).length / labels.length)
}

function meanOf(shares: readonly LabelShares[]): LabelShares {
  return byLabel((label) => shares.reduce((sum, one) => sum + one[label], 0) / shares.length)
}

function byLabel(value: (label: HumanLabel) => number): LabelShares {
  return Object.fromEntries(LABELS.map((label) => [label, value(label)])) as LabelShares
}
