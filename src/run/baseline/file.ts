import { readJsonl } from '../../datasets/lines.js'
import { type DataFault, DatasetError } from '../../errors.js'
import { BASELINE_VERSION, BaselineLine, type ComparedCase, type ComparedRun, type ComparedSuite } from '../../schema/baseline.js'
import { dotted } from '../../schema/issue.js'

/** The lines of a baseline file: the header, then the cases sorted by id. The same suite gives the same bytes, so that a diff shows what changed. */
export function baselineText({ run, cases }: ComparedSuite): string {
  const sorted = [...cases].sort((a, b) => order(a.id, b.id))
  return [headerLine(run, cases.length), ...sorted.map(caseLine)].map((line) => `${JSON.stringify(line)}\n`).join('')
}

function headerLine(run: ComparedRun, cases: number): object {
  const { suite, project, file, startedAt, system, models, judge, compat, task, k, trials, sample } = run
  return {
    ...{ schemaVersion: BASELINE_VERSION, kind: 'baseline', suite, project, file, cases, run: run.run, startedAt },
    ...{ system: sorted(system), models, judge: sorted(judge), compat, task, k, trials, sample: sample && sorted(sample) },
  }
}

function caseLine({ id, hash, trial, group, outcome, errorClass, c, g, r, metrics }: ComparedCase): object {
  const later = trial === 0 ? {} : { trial }
  return { kind: 'case', id, hash, ...later, group, outcome, errorClass, c, g, r, metrics: sorted(metrics) }
}

/** By name, whatever order this version of the package counts metrics in. */
function sorted<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => order(a, b))) as T
}

/**
 * Reads a baseline file. Throws a `DatasetError` with every fault: lines that are none, another version by its name, a header that is missing or
 * given twice, a case that is given twice or lost.
 *
 * @param full The file's absolute path.
 * @param shown What it is called in messages.
 */
export function readBaselineFile(full: string, shown: string): ComparedSuite {
  const { rows, faults: unread } = readJsonl(full)
  const faults: DataFault[] = unread.map((fault) => ({ ...fault, file: shown }))
  const fault = (line: number | undefined, field: string, message: string) =>
    faults.push({ file: shown, ...(line === undefined ? {} : { line }), field, message })
  const [first] = rows
  if (first !== undefined && !isHeader(first.value)) fault(first.place.line, 'kind', EXPECTED_HEADER)
  const version = first?.value['schemaVersion']
  if (first !== undefined && isHeader(first.value) && version !== BASELINE_VERSION) {
    const received = version === undefined ? 'none' : JSON.stringify(version)
    fault(first.place.line, 'schemaVersion', `expected baseline version ${BASELINE_VERSION}, received ${received}`)
    throw broken(shown, faults)
  }

  let header: Extract<BaselineLine, { kind: 'baseline' }> | undefined
  const cases = new Map<string, { line: number; case: ComparedCase }>()
  for (const [index, { value, place }] of rows.entries()) {
    if (index > 0 && isHeader(value)) fault(place.line, 'kind', 'a second header; expected one baseline a file')
    const parsed = BaselineLine.safeParse(value)
    if (!parsed.success) {
      // What kind of line it is has been said of the first one already.
      const [issue] = parsed.error.issues
      if (index > 0 || isHeader(value)) fault(place.line, dotted(issue?.path ?? []), issue?.message ?? 'no line of a baseline')
      continue
    }
    const { kind, ...rest } = parsed.data
    if (kind === 'baseline' && index === 0) header = parsed.data
    if (!('hash' in rest)) continue
    const known = cases.get(rest.id)
    if (known === undefined) cases.set(rest.id, { line: place.line, case: rest })
    else fault(place.line, 'id', `${JSON.stringify(rest.id)} is in line ${known.line} already; expected a line a case`)
  }
  if (rows.length === 0 && faults.length === 0) fault(undefined, '', `empty; ${EXPECTED_HEADER}`)
  const unreadable = new Set(unread.map(({ line }) => line)).size
  const lines = rows.filter(({ value }) => !isHeader(value)).length + unreadable
  if (header !== undefined && header.cases !== lines)
    fault(undefined, '', `the header says ${header.cases} cases, and there are ${lines} lines of cases: lines were lost or added`)
  if (header === undefined || faults.length > 0) throw broken(shown, faults)
  const { schemaVersion: _, kind: __, cases: ___, ...run } = header
  return { run, cases: [...cases.values()].map((known) => known.case), leftOut: [] }
}

const EXPECTED_HEADER = 'expected the header first, a line of kind "baseline"'

function isHeader(value: Record<string, unknown>): boolean {
  return value['kind'] === 'baseline'
}

function broken(shown: string, faults: readonly DataFault[]): DatasetError {
  return new DatasetError(
    `${shown} is no baseline that can be read; restore it, or delete it and make it anew with \`npx vitest-docket baseline accept\``,
    faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  )
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
