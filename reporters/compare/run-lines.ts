import type { Against, RunInComparison } from '../../src/schema/compare.js'
import { count } from '../../src/text/count.js'

/** What was run, how much of it is shared, and what is wrong with it: a line each. */
export function runLines(one: RunInComparison): string[] {
  const { label, warnings, against } = one
  return [
    `${label}: ${facts(one).join(' · ')}`,
    ...(warnings.length > 0 ? [`${label} is not complete: ${warnings.join('; ')}`] : []),
    ...(against === null || against.refused === null ? [] : [refusal(label, against, against.refused)]),
  ]
}

function facts({ run, path, cases, groups, system, models, judge, task, compat, against }: RunInComparison): string[] {
  return [
    `${count(cases, 'case')}${groups < cases ? ` in ${count(groups, 'group')}` : ''}`,
    `system ${[system.name, system.version ?? models.join(' + ')].filter(Boolean).join(' ')}`,
    ...(task === 'retrieval' ? [] : [`judge ${[judge.name, judge.model].filter(Boolean).join(' ')}`]),
    ...(compat === null ? [] : [`compat ${compat}`]),
    ...(path.includes(run) ? [path] : [`run ${run}`, path]),
    against === null ? 'the reference' : sharing(against),
  ]
}

function sharing({ shared, of, added, removed, edited, renamed }: Against): string {
  const rest = [
    ...(added.length > 0 ? [`${added.length} only here`] : []),
    ...(removed.length > 0 ? [`${removed.length} only in the reference`] : []),
    ...(edited.length > 0 ? [`${edited.length} edited`] : []),
    ...(renamed.length > 0 ? [`${renamed.length} under another id`] : []),
  ]
  return [`${shared} of ${count(of, 'case')} shared`, ...rest].join(', ')
}

function refusal(label: string, { compared }: Against, reason: string): string {
  const what = compared === 'nothing' ? 'is not compared' : 'is compared only by what rests on no judge'
  return `${label} ${what}: ${reason} (then: the reference)`
}
