import type { Section } from './section-unit.js'

export type CitationKind =
  | 'statute'
  | 'neutral'
  | 'reporter-ch'
  | 'docket-ch-federal'
  | 'docket-ch-cantonal'
  | 'reporter-us'
  | 'corpus-id'

/**
 * Why a citation cannot be right, whatever any corpus holds. `volume`, `division`: the reporter has none such · `year`: in the future, or
 * before the court or its numbers existed · `date`: in the future, before the docket was opened, or no day of the calendar · `court`: the
 * number is of another court than the one that is named.
 */
export type ProblemKind = 'volume' | 'division' | 'year' | 'date' | 'court'

export interface Problem {
  kind: ProblemKind
  message: string
}

/** One citation as found in a text. */
export interface ParsedCitation {
  kind: CitationKind
  /** The authority in one spelling: equal ids, same authority. Pinpoint, date and court are no part of it; the section of an act is. */
  id: string
  /** As written, without pinpoint and date. */
  text: string
  /** First code point of `text`. */
  start: number
  /** One past its last code point. */
  end: number
  /** Consideration or paragraph as written: `2.3`, `3c/aa`; `2-4` for a range. In an act what is below the section: `(2)(a)`. */
  pinpoint?: string
  /** Page inside the decision, where the citation names one. */
  page?: string
  /** Day of the decision, YYYY-MM-DD. */
  date?: string
  /** Year that the citation itself holds: of a docket number, a neutral citation, a reporter's volume. */
  year?: number
  /** Court that decided: `BGer`, `BVGer`, `BStGer`, `BPatGer`, that of a neutral citation, or as written in front. */
  court?: string
  /** Swiss canton, in two capitals, where the text names one. */
  canton?: string
  /** The act of a statute citation, as written. */
  act?: string
  /** The place in the act; absent where the act alone is cited. */
  section?: Section
  problems: readonly Problem[]
}

/** A citation that a reader found, before what stands around it is read. Positions are those of the readable text. */
export interface Found {
  kind: CitationKind
  id: string
  from: number
  to: number
  court?: string
  canton?: string
  year?: number
  pinpoint?: string
  page?: string
  act?: string
  section?: Section
  problems?: readonly Problem[]
}
