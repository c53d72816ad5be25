import { existsSync, writeFileSync } from 'node:fs'
import { defineCommand } from 'citty'
import { messageOf } from '../errors.js'
import { companionOf, writeCompanion } from '../judges/calibration/audit-companion.js'
import { checkOf, writeAuditSheet } from '../judges/calibration/audit-sheet.js'
import { sampleForAudit } from '../run/audit.js'
import { readRunFiles } from '../run/run-files.js'
import { CalibrationUnit } from '../schema/calibration.js'
import { auditText } from './audit-text.js'
import { fail } from './check.js'
import { newestRun } from './report.js'

const DEFAULT_SIZE = 100

/** `vitest-docket audit [RUN]`: a blind sheet of a run's answers for people to label, which `calibrate` reads back. */
export const audit = defineCommand({
  meta: { name: 'audit', description: "A blind sheet of a run's answers for people to label; calibrate reads it back" },
  args: {
    run: { type: 'positional', required: false, description: 'folder of a run; the newest below .docket/runs by default' },
    size: { type: 'string', description: `rows; ${DEFAULT_SIZE} by default` },
    'per-language': { type: 'string', description: 'rows of each language, in place of --size' },
    seed: { type: 'string', default: '1', description: 'of the random sample' },
    suite: { type: 'string', description: 'only this suite' },
    unit: { type: 'string', default: 'answer', description: CalibrationUnit.options.join(', ') },
    out: { type: 'string', default: 'audit.csv', description: 'the sheet' },
    force: { type: 'boolean', default: false, description: 'write over a sheet that is there' },
  },
  run({ args }) {
    const folder = args.run ?? newestRun()
    if (folder === null || !existsSync(folder))
      return fail(`no run at ${folder ?? '.docket/runs'}: run \`vitest run\` first, or name a folder`)
    const unit = CalibrationUnit.options.find((known) => known === args.unit)
    if (unit === undefined) return fail(`\`--unit\`: expected ${CalibrationUnit.options.join(' or ')}, received "${args.unit}"`)
    const { size, 'per-language': perLanguage, out: sheet } = args
    if (size !== undefined && perLanguage !== undefined) return fail('`--size` and `--per-language`: give one of them')
    const rowsAsked = Number(perLanguage ?? size ?? DEFAULT_SIZE)
    if (!Number.isSafeInteger(rowsAsked) || rowsAsked < 1) {
      const option = perLanguage === undefined ? 'size' : 'per-language'
      return fail(`\`--${option}\`: expected a whole number of rows, received "${perLanguage ?? size}"`)
    }
    const take = perLanguage === undefined ? { size: rowsAsked } : { perLanguage: rowsAsked }
    const seed = Number(args.seed)
    if (!Number.isSafeInteger(seed)) return fail(`\`--seed\`: expected a whole number, received "${args.seed}"`)
    const companion = companionOf(sheet)
    if (companion === sheet)
      return fail(`\`--out\`: expected a name such as audit.csv, received ${sheet}, which goes beside the sheet`)
    const there = [sheet, companion].find((file) => existsSync(file))
    if (there !== undefined && !args.force)
      return fail(
        `${there} is there already, and may hold labels or belong to some: name another sheet with \`--out\`, or write over it with \`--force\``,
      )
    try {
      const sample = sampleForAudit(readRunFiles(folder), { take, seed, unit, suite: args.suite })
      const { rows } = sample
      if (rows.length === 0)
        return fail(
          `${folder} has no judged answer ${args.suite === undefined ? '' : `of ${JSON.stringify(args.suite)} `}whose passages came with their text: there is nothing to label`,
        )
      writeFileSync(sheet, writeAuditSheet(unit, rows))
      writeFileSync(companion, writeCompanion(rows.map((row) => ({ check: checkOf(row), request: row.request }))))
      console.log(auditText(sample, { unit, sheet, companion }, process.stdout.columns ?? 80).join('\n'))
    } catch (error) {
      fail(messageOf(error))
    }
  },
})
