import { Report } from '../src/schema/report.js'

/**
 * The report as `.docket/report.json`: two spaces, fields in the schema's order, a newline at the end. The same report gives the
 * same bytes.
 *
 * @throws ZodError if it does not satisfy the published schema: such a file must never be written.
 */
export function renderJson(report: Report): string {
  return `${JSON.stringify(Report.parse(report), null, 2)}\n`
}
