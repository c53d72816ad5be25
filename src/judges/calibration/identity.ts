import { createHash } from 'node:crypto'
import type { Calibration } from '../../schema/calibration.js'
import type { JudgeName } from '../../schema/verdict.js'
import type { Judge } from '../judge.js'
import { type CheckedJudge, checkJudgeOptions, type JudgeOptions } from '../options.js'
import { DEFAULT_RUBRIC, readRubric } from '../rubric.js'

type Identity = Calibration['judge']

/** What makes a judge the one that was calibrated: its name, model and rubric's text, and of a panel its members' and its rule. Throws where a rubric cannot be read. */
export async function judgeIdentity(options: JudgeOptions, judge: Judge, root: string): Promise<Identity> {
  const checked = checkJudgeOptions(options)
  const rubricSha256 = await rubricHash(checked, root)
  return {
    ...nameOf(judge),
    ...(rubricSha256 === null ? {} : { rubricSha256 }),
    members: (judge.members ?? []).map(nameOf),
    ...(checked.provider === 'panel' ? { rule: checked.rule } : {}),
  }
}

/** In what one judge is not another, in words; empty where they are the same instrument. */
export function differences(calibrated: Identity, used: Identity): string[] {
  const changed = (what: string, was: string | undefined, is: string | undefined) =>
    was === is ? [] : [`${what} ${was ?? 'none'}, not ${is ?? 'none'}`]
  const members = (judge: Identity) => judge.members.map(({ name, model }) => [name, model].filter(Boolean).join(' ')).join(', ')
  return [
    ...changed('judge', calibrated.name, used.name),
    ...changed('model', calibrated.model, used.model),
    ...changed('members', members(calibrated) || undefined, members(used) || undefined),
    ...changed('rule', calibrated.rule, used.rule),
    ...rubricDifference(calibrated, used),
  ]
}

/** By its text: a rubric under another file name is the same one. A judge that has none is told by its name for it. */
function rubricDifference(calibrated: Identity, used: Identity): string[] {
  const [was, is] = [calibrated.rubricSha256, used.rubricSha256]
  if (was === undefined || is === undefined) {
    return was === is && calibrated.rubric === used.rubric
      ? []
      : [`rubric ${calibrated.rubric ?? 'none'}, not ${used.rubric ?? 'none'}`]
  }
  if (was === is) return []
  return calibrated.rubric === used.rubric
    ? [`an earlier text of the rubric ${used.rubric ?? ''}`.trim()]
    : [`rubric ${calibrated.rubric ?? 'none'}, not ${used.rubric ?? 'none'}`]
}

/** SHA-256 of a rubric's text; of a panel, over those of its members. null where no judge has one. */
async function rubricHash(checked: CheckedJudge, root: string): Promise<string | null> {
  if (checked.provider === 'panel') {
    const hashes = await Promise.all(checked.judges.map((member) => rubricHash(member, root)))
    return hashes.every((hash) => hash === null) ? null : sha256(hashes.map((hash) => hash ?? '').join('\n'))
  }
  if (checked.provider !== 'anthropic' && checked.provider !== 'openai') return null
  return sha256(await readRubric(checked.rubric ?? DEFAULT_RUBRIC, root))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function nameOf({ name, model, rubric }: JudgeName): JudgeName {
  return { name, ...(model === undefined ? {} : { model }), ...(rubric === undefined ? {} : { rubric }) }
}
