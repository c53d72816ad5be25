import { JudgeError } from '../errors.js'
import { issueText } from '../schema/issue.js'
import { Verdict } from '../schema/verdict.js'
import { oneLine } from '../text/clip.js'

/** What a judge returned as a verdict on an answer with so many passages. Throws a `JudgeError` of kind `reply` where it is none. */
export function checkVerdict(judge: string, returned: unknown, passages: number): Verdict {
  const verdict = Verdict.safeParse(returned)
  if (verdict.success) return checkedLabels(verdict.data, passages)
  throw new JudgeError('reply', `judge "${judge}" returned no verdict: ${issueText(verdict.error)}`)
}

/** A judge of one's own may label passages that it was not shown: such labels say nothing of this answer. */
function checkedLabels(verdict: Verdict, passages: number): Verdict {
  if (passages === 0) return verdict
  const other = verdict.claims.find(
    (claim) => (claim.passages?.length ?? passages) !== passages || (claim.nearest ?? -1) >= passages,
  )
  if (other === undefined) return verdict
  throw new JudgeError(
    'reply',
    `the verdict labels passages that were not asked about: there are ${passages} (claim ${JSON.stringify(oneLine(other.text, 80))})`,
  )
}
