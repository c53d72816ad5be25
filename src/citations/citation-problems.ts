import type { NamedCourt } from './citation-court.js'
import type { Found, Problem } from './parsed-citation.js'

/** What is wrong with the day of a decision: no such day, in the future, before its docket was opened, after its volume was out. */
export function dateProblems(found: Found, date: string | undefined, today: Date): Problem[] {
  if (date === undefined) return []
  const problem = (message: string): Problem[] => [{ kind: 'date', message }]
  const day = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) return problem(`${date} is no day of the calendar`)
  if (day.getTime() > today.getTime()) return problem(`${date} is in the future`)
  if (found.year === undefined) return []
  const year = day.getUTCFullYear()
  if (/^BGE /u.test(found.id)) {
    return year > found.year ? problem(`${date} is after ${found.year}, the year of the volume`) : []
  }
  const opened = found.kind.startsWith('docket') || found.kind === 'corpus-id'
  return opened && year < found.year ? problem(`${date} is before ${found.year}, the year in which the docket was opened`) : []
}

/** A federal court that is named beside a number of another court. */
export function courtProblems(found: Found, named: NamedCourt | undefined): Problem[] {
  if (named === undefined) return []
  const problem = (message: string): Problem[] => [{ kind: 'court', message }]
  if (found.kind === 'docket-ch-federal' || found.kind === 'reporter-ch') {
    if (named.federal === found.court) return []
    return problem(`${found.id} is a citation of ${found.court}, not of ${named.name}`)
  }
  // The criminal court has more chambers than are told apart by their letters.
  if (found.kind === 'docket-ch-cantonal' && named.federal !== null && named.federal !== 'BStGer') {
    return problem(`${found.id} is the number of a cantonal court, not of ${named.name}`)
  }
  if (found.kind === 'neutral' && named.federal !== null) {
    return problem(`${found.id} is a citation of ${found.court ?? 'a foreign court'}, not of ${named.name}`)
  }
  return []
}
