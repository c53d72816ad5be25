import { z } from 'zod'
import { Meta } from './json.js'
import { LanguageTag } from './language.js'
import { text } from './text.js'

const place = {
  document: text,
  start: z.int().min(0),
  end: z.int().min(1),
  text: z.string().optional(),
}
const forwards = ({ start, end }: { start: number; end: number }) => start < end
const backwards = { error: 'expected an end after the start', path: ['end'] }

const equals = z.array(text).optional().describe('Other ids that the same text has in the corpus')
const optional = z.boolean().default(false).describe('An optional source neither counts nor hurts')

/**
 * What must be cited or retrieved. `statute`: an act by its title, and a section of it; `decision`: a judgment by its neutral
 * citation; `document` and `passage`: by the corpus's own id; `span`: characters of a document, as code-point offsets, end exclusive.
 */
export const GoldSource = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('statute'),
    title: text,
    section: text.optional(),
    equals: z.array(text).optional().describe('Other titles of the act, such as that of its official text in another language'),
    optional,
  }),
  z.strictObject({
    kind: z.literal('decision'),
    citation: text,
    title: text.optional(),
    section: text.optional().describe('A pinpoint inside the decision: paragraph or consideration'),
    optional,
  }),
  z.strictObject({ kind: z.literal('document'), id: text, title: text.optional(), equals, optional }),
  z.strictObject({ kind: z.literal('passage'), id: text, document: text.optional(), equals, optional }),
  z
    .strictObject({
      kind: z.literal('span'),
      ...place,
      equals: z
        .array(z.strictObject(place).refine(forwards, backwards))
        .optional()
        .describe('Other places that say the same, such as the official text in another language: any of them is as good'),
      optional,
    })
    .refine(forwards, backwards),
])
export type GoldSource = z.output<typeof GoldSource>

/**
 * In what a variant differs from the item that it is a variant of. `language`, `persona`, `situation`: told in another language, by another
 * person, in another setting, with the same facts, so the same fate is due. `facts`: a fact that matters is changed, so another answer may be.
 */
export const Axis = z.enum(['language', 'persona', 'situation', 'facts'])
export type Axis = z.output<typeof Axis>

/** One benchmark question with its gold labels. Unknown fields are faults; extras go under `meta`. */
export const Item = z
  .strictObject({
    id: text,
    question: text,
    language: LanguageTag.default('und'),
    type: text.optional().describe('The benchmark\'s own kind of question, such as "S-REC"'),
    answerable: z.boolean().default(true).describe('Whether the corpus answers the question'),
    premise: z.enum(['true', 'false']).default('true').describe('false: the question rests on something untrue'),
    golds: z.array(GoldSource).default([]),
    reference: text.optional().describe('A reference answer'),
    answerPoints: z.array(text).default([]).describe('What a correct answer must say, one point each'),
    twinOf: text.optional().describe('Id of the same question in another language: a variant on the axis `language`'),
    variantOf: text.optional().describe('Id of the item that this one is a variant of'),
    axis: Axis.optional().describe('In what it differs from that item'),
    group: text
      .optional()
      .describe('Items that are not independent share a group; twins and variants share one without saying so'),
    persona: text.optional(),
    jurisdiction: text.optional(),
    difficulty: text.optional(),
    source: text.optional().describe('Where the question came from, or which part of a benchmark it belongs to'),
    meta: Meta.default({}),
  })
  .refine(({ variantOf, axis }) => (variantOf === undefined) === (axis === undefined), {
    message: 'expected `variantOf` and `axis` together',
    path: ['axis'],
  })
  .meta({ id: 'Item', title: 'Benchmark item', description: 'One line of a vitest-docket data set (JSONL)' })
/** An item after parsing: every default filled in. */
export type Item = z.output<typeof Item>
/** An item as a person writes it. */
export type ItemInput = z.input<typeof Item>
