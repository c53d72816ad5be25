import { JudgeError } from '../errors.js'
import type { ModelReply } from '../providers/client.js'
import type { Json } from '../schema/json.js'
import type { Kept } from './call.js'
import type { JudgeContext } from './judge.js'
import type { Prompt } from './prompt.js'
import { problemsText } from './reply-limits.js'

export type Send = (prompt: Prompt, schema: Json) => Promise<Kept>

interface Reading<Parsed> {
  parse: (text: string) => Parsed | null
  /** 0: of no use. */
  worth: (parsed: Parsed) => number
  /** What becomes of replies that are of no use, which nothing has kept. */
  unreadable: (reason: string, replies: readonly Kept[]) => Parsed | Promise<Parsed>
}

/**
 * A reply that can be read: asked for again, once and with the reason, where some of it cannot. Of two partly readable replies the one
 * that says more counts, and its text is kept in `raw`. Only what was of use is recorded.
 */
export async function readable<Parsed extends { problems: string[] }>(
  send: Send,
  prompt: Prompt,
  schema: Json,
  { signal }: JudgeContext,
  raw: string[],
  { parse, worth, unreadable }: Reading<Parsed>,
): Promise<Parsed> {
  const first = await send(prompt, schema)
  const said = parse(first.reply.text)
  const read = ofUse(said)
  if (read !== null && read.problems.length === 0) {
    await first.keep()
    return read
  }
  const refused = first.reply.stop === 'refusal'
  const reason = refused
    ? 'the model declined'
    : problemsText(said === null ? ['it holds no JSON object of this form'] : said.problems)
  if (refused && read === null) return await unreadable(reason, [first])

  let second: Kept
  try {
    const request = repair(reason, first.reply.stop)
    second = await send(
      { ...prompt, user: `${prompt.user}\n\n${request}`, detail: { ...prompt.detail, repair: request } },
      schema,
    )
  } catch (error) {
    // What was readable of the first reply is no worse for it, unless the case itself is over.
    if (read === null || signal.aborted || !(error instanceof JudgeError)) throw error
    await first.keep()
    raw.push(first.reply.text)
    return read
  }
  const again = ofUse(parse(second.reply.text))
  if (read === null && again === null) return await unreadable(reason, [first, second])
  await first.keep()
  await second.keep()
  const better = again !== null && (read === null || again.problems.length === 0 || worth(again) > worth(read))
  if (better && again.problems.length === 0) return again
  raw.push((better ? second : first).reply.text)
  return (better ? again : read) as Parsed

  function ofUse(parsed: Parsed | null): Parsed | null {
    return parsed !== null && worth(parsed) > 0 ? parsed : null
  }
}

function repair(reason: string, stop: ModelReply['stop']): string {
  const shorter = stop === 'length' ? ' It was too long: give reasons of a few words.' : ''
  return `A reply to this message could not be used: ${reason}.${shorter} Reply again, with one JSON object in the form that was described and nothing else.`
}
