import { messageOf } from '../errors.js'
import { oneLine } from '../text/clip.js'
import type { Clean } from './cleaning.js'
import { parseBody } from './http-transport.js'
import { shown } from './sample-mapping.js'

export type Reply = { id: number; reply: Record<string, unknown> } | { fault: string }

const EXAMPLE = '{"id": 7, "answer": "…"}'
const LOGS = 'Its standard output is for replies only, one JSON object a line: print logs to standard error'

/** Reads one line of a program: a reply, what is wrong with it behind the program's name, or null for a blank line. */
export function readReply(line: Buffer, clean: Clean): Reply | null {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(line)
  } catch {
    const about = oneLine(clean(line.toString('utf8')), 200)
    return { fault: `wrote a line that is not UTF-8: ${JSON.stringify(about)}. Set the encoding of its standard output` }
  }
  if (text.trim() === '') return null
  let reply: unknown
  try {
    reply = parseBody(text, null, clean)
  } catch (error) {
    return { fault: `wrote a line that is no reply: ${messageOf(error)}. ${LOGS}` }
  }
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply))
    return { fault: `wrote a line that is no reply: expected ${EXAMPLE}, received ${clean(shown(reply))}. ${LOGS}` }
  const { id, ...rest } = reply as Record<string, unknown>
  if (typeof id === 'number') return { id, reply: rest }
  const what = id === undefined ? 'it has no `id`' : `its \`id\` is ${clean(shown(id))}`
  return {
    fault: `replied without the \`id\` of a request: expected ${EXAMPLE} with the number that the request had; ${what} in ${clean(shown(reply))}`,
  }
}
