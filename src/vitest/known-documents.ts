import { z } from 'zod'
import { optionFaults } from '../datasets/option-faults.js'

const name = z.string().refine((text) => text.trim() !== '', { message: 'expected text, received an empty string' })
const page = z.int().min(0)

/** A document may be a row of the corpus: what else stands in it is nobody's concern. */
const Document = z.looseObject(
  {
    id: name,
    title: z.string().optional(),
    citation: z.string().optional(),
    date: z.string().optional(),
    pinpoints: z.array(z.string()).optional(),
    text: z.string().optional(),
    pages: z
      .tuple([page, page], { error: 'expected [first, last], two pages' })
      .refine(([first, last]) => first <= last, { message: 'expected the first page and then the last' })
      .optional(),
  },
  { error: 'expected a document such as { id, text }' },
)

const SHAPES = {
  documents: z.array(Document, { error: 'expected an array of documents such as { id, text, pages }' }),
  corpus: z.array(z.union([z.string(), Document], { error: 'expected an id, or a document such as { id, title }' })),
}

const MOST = 5

/** What is wrong with documents that are given as an option, an entry each; empty where nothing is, or where they are not given. */
export function documentFaults(option: keyof typeof SHAPES, given: unknown): string[] {
  const parsed = given === undefined ? undefined : SHAPES[option].safeParse(given)
  if (parsed === undefined || parsed.success) return []
  const { issues } = parsed.error
  const placed = issues.slice(0, MOST).map((issue) => ({ ...issue, path: [option, ...issue.path] }))
  return [
    ...optionFaults(placed, { [option]: given }, () => []),
    ...(issues.length > MOST ? [`and ${issues.length - MOST} more`] : []),
  ]
}
