import { z } from 'zod'
import { BASELINE_VERSION, BaselineLine } from '../schema/baseline.js'
import { CALIBRATION_VERSION, Calibration } from '../schema/calibration.js'
import { COMPARE_VERSION, RunsComparison } from '../schema/compare.js'
import { Item } from '../schema/item.js'
import { RECORD_VERSION, RunLine } from '../schema/record.js'
import { Report } from '../schema/report.js'
import { Response } from '../schema/response.js'
import { Verdict } from '../schema/verdict.js'

const SCHEMAS = [
  { name: 'item', schema: Item, io: 'input', version: 1 },
  { name: 'response', schema: Response, io: 'input', version: 1 },
  { name: 'verdict', schema: Verdict, io: 'input', version: 2 },
  // These are written by this package: every default is filled in.
  { name: 'run-record', schema: RunLine, io: 'output', version: RECORD_VERSION },
  { name: 'report', schema: Report, io: 'output', version: RECORD_VERSION },
  { name: 'calibration', schema: Calibration, io: 'output', version: CALIBRATION_VERSION },
  // Committed, so kept short: a default is left out.
  { name: 'baseline', schema: BaselineLine, io: 'input', version: BASELINE_VERSION },
  { name: 'comparison', schema: RunsComparison, io: 'output', version: COMPARE_VERSION },
] as const

/**
 * The published JSON Schemas (draft 2020-12), made from the zod schemas. `item`, `response` and `verdict` describe what others
 * may write, the others what this package writes.
 */
export function jsonSchemas(): { file: string; text: string }[] {
  return SCHEMAS.map(({ name, schema, io, version }) => {
    const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any', override })
    const document = { $schema, $id: `urn:vitest-docket:${name}:${version}`, ...rest }
    return { file: `${name}.schema.json`, text: `${JSON.stringify(document, null, 2)}\n` }
  })
}

/** What zod cannot represent: the transform that makes a tag canonical, and the check that a text is not empty. */
const override: NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'] = ({ zodSchema, jsonSchema }) => {
  if (jsonSchema.id === 'LanguageTag')
    Object.assign(jsonSchema, { type: 'string', pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$' })
  const { type, checks } = zodSchema._zod.def
  if (type === 'string' && checks?.some(({ _zod }) => _zod.def.check === 'custom')) jsonSchema.pattern = '\\S'
}
