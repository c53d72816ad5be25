import { pad } from '../../reporters/layout.js'
import type { FileState } from '../datasets/catalogue/survey.js'
import { count } from '../text/count.js'

/** So many files that are right are named; more are counted. */
const MOST_RIGHT = 12
const LABELS = { right: 'right', unheld: 'no hash', absent: 'absent', missing: 'missing', differs: 'differs' } as const
const WIDTH = 7

/** What is in a benchmark's folder, a line a file; those that differ come last, with what was expected and received. */
export function checkText(name: string, folder: string, files: readonly FileState[]): string {
  if (!isAnythingThere(files)) return `${name}: nothing is there, in ${folder}; \`vitest-docket fetch ${name}\` downloads it`
  const groups = (Object.keys(LABELS) as FileState['state'][]).map((state) => files.filter((file) => file.state === state))
  const filled = groups.flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ state: first.state, files: [first, ...rest] }],
  )
  const sums = filled.map(({ state, files: { length } }, index) => {
    const label = state === 'unheld' ? 'without a known hash' : LABELS[state]
    return `${index === 0 ? count(length, 'file') : length} ${label}`
  })
  return [
    `${name}: ${sums.join(', ')}, in ${folder}`,
    ...filled.flatMap(({ state, files: some }) => {
      if (state === 'right' && some.length > MOST_RIGHT) return [`  ${pad(LABELS.right, WIDTH)}  ${count(some.length, 'file')}`]
      return some.flatMap((file) => [`  ${pad(LABELS[state], WIDTH)}  ${file.path}${remark(file)}`, ...detail(file)])
    }),
  ].join('\n')
}

export function isAnythingThere(files: readonly FileState[]): boolean {
  return files.some(({ state }) => state !== 'missing' && state !== 'absent')
}

/** Whether something is wrong: a file that differs, or one that is missing and has to be there. */
export function isFaulty(file: FileState): boolean {
  return file.state === 'differs' || (file.state === 'missing' && !file.optional)
}

function remark(file: FileState): string {
  if (file.state === 'absent') return ' (not there upstream)'
  if (file.state === 'missing') return file.optional ? ' (optional)' : ''
  return file.state === 'differs' && file.held === 'lock' ? ' (from docket.lock.json)' : ''
}

/** A line each: two hashes beside each other are wider than a terminal. */
function detail(file: FileState): string[] {
  return file.state === 'differs' ? [`    expected ${file.expected}`, `    received ${file.received}`] : []
}
