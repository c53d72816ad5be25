import { CassetteCorruptError, DatasetError, JudgeError, OptionError } from '../errors.js'
import type { Usage } from '../schema/response.js'
import type { Ballot, JudgeName } from '../schema/verdict.js'
import { checkVerdict } from './check-verdict.js'
import type { Judge, JudgeContext, JudgeRequest } from './judge.js'
import { type Cast, firstFailure, mergeVerdicts } from './merge.js'
import { sumPlans } from './plan.js'

/**
 * Several judges as one: they are asked at the same time, and g, c and outcome are voted on apart. A member that fails has no vote; where
 * so many fail that nothing could carry, the panel fails with the first failure. A member without its key, package or module fails the
 * panel at once, since the rest of it would be another instrument than the one that was declared.
 */
export function panelJudge(judges: readonly Judge[], rule: Ballot['rule']): Judge {
  const files = [...new Set(judges.flatMap((judge) => judge.files ?? []))]
  const planned = judges.filter(({ plan }) => plan !== undefined)
  return {
    name: 'panel',
    members: judges.map(judgeName),
    ...(judges.every(({ recorded }) => recorded) ? { recorded: true } : {}),
    ...(files.length === 0 ? {} : { files }),
    async assess(request, context) {
      const settled = await Promise.allSettled(judges.map((judge) => ask(judge, request, context)))
      const casts = settled.map((one) => {
        if (one.status === 'rejected') throw one.reason
        return one.value
      })
      const { ballot, merged } = mergeVerdicts(rule, casts, 'panel')
      if (merged === null) throw firstFailure(casts, 'panel')
      return { ...merged, judge: { name: 'panel' }, panel: ballot }
    },
    ...(planned.length === 0
      ? {}
      : { plan: async (...asked) => sumPlans(await Promise.all(planned.flatMap((judge) => judge.plan?.(...asked) ?? []))) }),
  }
}

/** A member's verdict, or why it has none. Throws what is no finding about an answer: a broken file, a wrong option, a missing key. */
async function ask(judge: Judge, request: JudgeRequest, context: JudgeContext): Promise<Cast> {
  const who = { judge: judgeName(judge), recorded: judge.recorded }
  let told = false
  const onCost: JudgeContext['onCost'] = (cost) => {
    told = true
    context.onCost?.(cost)
  }
  try {
    const returned = await judge.assess(structuredClone(request), { ...context, onCost })
    const verdict = checkVerdict(judge.name, returned, request.passages.length)
    // A recorded verdict says best itself who gave it.
    if (!told && verdict.usage !== undefined) context.onCost?.(costOf(verdict.usage))
    return { ...who, ...(judge.recorded ? { judge: verdict.judge } : {}), verdict }
  } catch (failure) {
    if (isOfTheSuite(failure)) throw failure
    return { ...who, failure }
  }
}

function isOfTheSuite(error: unknown): boolean {
  if (error instanceof JudgeError) return error.kind === 'setup'
  return error instanceof OptionError || error instanceof DatasetError || error instanceof CassetteCorruptError
}

function judgeName({ name, model, rubric }: Judge): JudgeName {
  return { name, ...(model === undefined ? {} : { model }), ...(rubric === undefined ? {} : { rubric }) }
}

function costOf({ calls = 1, inputTokens = 0, outputTokens = 0, usd = null }: { [Key in keyof Usage]: Usage[Key] | null }) {
  return { calls: calls ?? 1, inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0, usd }
}
