import { compareNumbers } from './section-number.js'
import { isContainer, type Section } from './section-unit.js'

/**
 * Whether a cited section is (in) the gold section; null where the two cannot be compared, as a section and the part it may
 * stand in.
 *
 * The gold says how deep it asks: gold 12 is satisfied by 12(3), gold 12(3) not by 12. A gold range is satisfied by any section
 * inside it, and a cited range stands for the sections inside it. 489-F is 489F and is not 489. A section is no article; a bare number
 * is either. A gold in a schedule ("First Schedule, Article 73") is satisfied by the article alone, not by a bare 73.
 */
export function coversSection(gold: Section, cited: Section): boolean | null {
  const goldPlace = [...gold.within, ...container(gold)]
  const citedPlace = [...cited.within, ...container(cited)]
  const other = goldPlace.some(({ unit, number }) => citedPlace.some((place) => place.unit === unit && place.number !== number))
  if (other) return false
  if (isContainer(gold.unit) || isContainer(cited.unit)) {
    const named = (place: typeof goldPlace) => (one: { unit: string; number: string }) =>
      place.some(({ unit, number }) => unit === one.unit && number === one.number)
    return isContainer(gold.unit) && goldPlace.every(named(citedPlace)) ? true : null
  }
  if (gold.within.length > 0 && citedPlace.length === 0 && cited.unit === null) return false
  if (gold.unit !== null && cited.unit !== null && gold.unit !== cited.unit) return false
  return overlaps(gold, cited) && gold.subs.every((sub, index) => cited.subs[index] === sub)
}

function overlaps(gold: Section, cited: Section): boolean {
  if (gold.number === cited.number && gold.to === cited.to) return true
  if (gold.to === undefined && cited.to === undefined) return false
  return compareNumbers(gold.number, cited.to ?? cited.number) <= 0 && compareNumbers(cited.number, gold.to ?? gold.number) <= 0
}

function container(section: Section): { unit: string; number: string }[] {
  return isContainer(section.unit) ? [{ unit: section.unit, number: section.number }] : []
}
