import { z } from 'zod'
import { messageOf } from '../errors.js'
import { issueText } from '../schema/issue.js'

/** What is wrong with something that was read, in a line: the first field that is, where it has another form. */
export function faultText(error: unknown): string {
  return error instanceof z.ZodError ? issueText(error) : messageOf(error)
}
