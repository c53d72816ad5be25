export type SectionUnit = 'section' | 'article' | 'rule' | 'regulation' | 'clause' | 'paragraph' | 'consideration' | ContainerUnit
export type ContainerUnit = 'schedule' | 'part' | 'chapter' | 'order'

/** One place in an act or a decision: "First Schedule, Article 73", "489-F", "2(h)", "442-448". */
export interface Section {
  /** null where only a number is given. */
  unit: SectionUnit | null
  /** Lower case, without the hyphen before a letter: `489f`, `12bis`; Arabic for a Roman schedule, part, chapter or order. */
  number: string
  /** Last number of a range. */
  to?: string
  /** Subsections, letters and the like, from the outside in: `12(3)(a)` and `Art. 12 Abs. 3 lit. a` both give `['3', 'a']`. */
  subs: readonly string[]
  /** Schedules, parts, chapters or orders that it stands in. */
  within: readonly { unit: ContainerUnit; number: string }[]
}

const CONTAINERS: readonly string[] = ['schedule', 'part', 'chapter', 'order'] satisfies ContainerUnit[]

/** Whether a unit holds sections. */
export function isContainer(unit: string | null): unit is ContainerUnit {
  return unit !== null && CONTAINERS.includes(unit)
}
