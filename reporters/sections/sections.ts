import type { SuiteReport } from '../../src/schema/report.js'
import { agreementSection } from './agreement.js'
import type { Section } from './block.js'
import { calibrationSection } from './calibration.js'
import { claimsSection } from './claims.js'
import { classSlicesSection, decompositionSection } from './classes.js'
import { comparisonSection } from './comparison.js'
import { budgetSection, failuresSection } from './failures.js'
import { gatesSection } from './gates.js'
import { positionalSection } from './positional.js'
import { authoritiesSection, goldsSection, refusalsSection } from './rates.js'
import { runningSection, warningsSection } from './running.js'
import { claimScoresSection, retrievalSection, spansSection } from './scores.js'
import { rateSlicesSection } from './slices.js'
import { twinsSection } from './twins.js'
import { variantsSection } from './variants.js'
import { worstSection } from './worst.js'

/** All that stands below a suite's table, in order; a section with nothing to say is left out. In watch mode nothing asks for another run. */
export function suiteSections(suite: SuiteReport, shown: { watch?: boolean } = {}): Section[] {
  return [
    gatesSection,
    comparisonSection,
    failuresSection,
    budgetSection,
    calibrationSection,
    worstSection,
    decompositionSection,
    claimsSection,
    claimScoresSection,
    classSlicesSection,
    rateSlicesSection,
    refusalsSection,
    goldsSection,
    authoritiesSection,
    retrievalSection,
    spansSection,
    twinsSection,
    variantsSection,
    agreementSection,
    runningSection,
    warningsSection,
    positionalSection,
  ].flatMap((build) => build(suite, shown))
}
