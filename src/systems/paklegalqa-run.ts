import { z } from 'zod'
import { leadingNeutral, neutralKey } from '../citations/neutral.js'
import { textId } from '../datasets/dataset.js'
import { issueFaults } from '../datasets/issues.js'
import { OptionError } from '../errors.js'
import { Compat } from '../schema/compat.js'
import type { Json } from '../schema/json.js'
import { refuseUnknown } from './known-options.js'
import { publishedRefusal } from './paklegalqa-refusal.js'
import { recordedRun } from './recorded.js'
import type { System } from './system.js'

export interface PaklegalqaRunOptions {
  /**
   * `paklegalqa` reads the rows as the benchmark's own scripts do: an error row is the refusal that it shows, and the published
   * expression decides whether a closed-book answer refuses.
   */
  compat?: Compat
  name?: string
}

const Source = z.looseObject({
  title: z.string(),
  pages: z.array(z.int()).nullish(),
  scope: z.string().nullish(),
  source_url: z.string().nullish(),
})

const Row = z.looseObject({
  question_id: z.preprocess(textId, z.string()),
  answer: z.string(),
  refused: z.boolean().nullable(),
  mode: z.enum(['live', 'refusal', 'error', 'cb']),
  sources: z.array(Source),
  confidence: z.number().nullish(),
  took_ms: z.number().min(0).nullish(),
  system: z.string().nullish(),
})
type Row = z.output<typeof Row>

const FIELDS = Object.keys(Row.shape)

/**
 * A recorded run in the format of PakLegalQA. Sources become passages (without text: the rows carry titles only) and citations, but for
 * closed-book rows, which report neither; `took_ms` becomes `timings.total`; `confidence`, `system`, `mode` and what else a row has go to `meta`. A row of mode
 * "error" is `SystemError('recorded')`, an infrastructure error and not a refusal, unless `compat` says otherwise.
 */
export function paklegalqaRun(path: string | URL, { compat, name, ...rest }: PaklegalqaRunOptions = {}): System {
  refuseUnknown('paklegalqaRun', rest, ['compat', 'name'])
  if (!Compat.optional().safeParse(compat).success) {
    throw new OptionError(`expected \`compat\` to be "paklegalqa" or left out, received ${JSON.stringify(compat)}`)
  }
  const system = recordedRun(path, {
    ...(name === undefined ? {} : { name }),
    id: (row) => row['question_id'],
    check: (row) => {
      const parsed = Row.safeParse(row)
      return parsed.success
        ? []
        : issueFaults(parsed.error.issues, row, () => FIELDS).filter(({ field }) => field !== 'question_id')
    },
    warn: ({ question }, item) =>
      typeof question === 'string' && question !== item.question ? 'the run was asked another question' : undefined,
    map: (row) => toResponse(Row.parse(row), compat),
  })
  return { ...system, compat: compat ?? null }
}

function toResponse(row: Row, compat: PaklegalqaRunOptions['compat']): unknown {
  const { question_id: _id, question: _question, answer, refused, sources, took_ms, ...rest } = row
  const { mode } = rest
  if (mode === 'error' && compat === undefined) return { failure: `the recorded row is an error (mode "error"): ${answer}` }
  const closedBook = mode === 'cb'
  return {
    answer,
    refused: refused ?? (compat === 'paklegalqa' && closedBook ? publishedRefusal(answer) : null),
    ...(closedBook ? {} : { passages: sources.map(toPassage), citations: sources.map(toCitation) }),
    timings: took_ms == null ? null : { total: took_ms },
    meta: rest,
  }
}

type Source = z.output<typeof Source>

function toPassage(source: Source): Json {
  const { pages, scope } = source
  return { ...shared(source), meta: { pages: pages ?? [], scope: scope ?? null } }
}

function toCitation(source: Source): Json {
  return { ...shared(source), ...(source.pages ? { pages: source.pages } : {}) }
}

function shared({ title, source_url }: Source): { title: string; url: string | null; citation: string | null } {
  const neutral = leadingNeutral(title)
  return { title, url: source_url ?? null, citation: neutral && neutralKey(neutral) }
}
