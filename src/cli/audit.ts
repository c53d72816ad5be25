import { existsSync, writeFileSync } from 'node:fs'
import { defineCommand } from 'citty'
import { messageOf } from '../errors.js'
import { LONGEST_CELL, overlong, writeAuditSheet } from '../judges/calibration/audit-sheet.js'
import { sampleForAudit } from '../run/audit.js'
import { readRunFiles } from '../run/run-files.js'
import { CalibrationUnit } from '../schema/calibration.js'
import { fail } from './check.js'
import { newestRun } from './report.js'

/** `vitest-docket audit [RUN]`: a blind sheet of a run's answers for people to label, which `calibrate` reads back. */
export const audit = defineCommand({
  meta: { name: 'audit', description: "A blind sheet of a run's answers for people to label; calibrate reads it back" },
  args: {
    run: { type: 'positional', required: false, description: 'folder of a run; the newest below .docket/runs by default' },
    size: { type: 'string', default: '100', description: 'rows' },
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
    const [size, seed] = [Number(args.size), Number(args.seed)]
    if (!Number.isSafeInteger(size) || size < 1)
      return fail(`\`--size\`: expected a whole number of rows, received "${args.size}"`)
    if (!Number.isSafeInteger(seed)) return fail(`\`--seed\`: expected a whole number, received "${args.seed}"`)
    if (existsSync(args.out) && !args.force)
      return fail(
        `${args.out} is there already, and may hold labels: name another with \`--out\`, or write over it with \`--force\``,
      )
    try {
      const { rows, of, withoutText } = sampleForAudit(readRunFiles(folder), { size, seed, unit, suite: args.suite })
      if (rows.length === 0)
        return fail(
          `${folder} has no judged answer ${args.suite === undefined ? '' : `of ${JSON.stringify(args.suite)} `}whose passages came with their text: there is nothing to label`,
        )
      writeFileSync(args.out, writeAuditSheet(unit, rows))
      const columns = unit === 'claim' ? 'label (entailment, neutral, contradiction)' : 'grounded and correct (yes or no)'
      const long = overlong(rows)
      console.log(
        [
          `${args.out}: ${rows.length} of ${of} ${unit}s, in random order. Fill in ${columns}; leave empty what you cannot tell.`,
          `Then: npx vitest-docket calibrate ${args.out}`,
          ...(withoutText === 0 ? [] : [`Left out: ${withoutText} answers whose passages came without text`]),
          ...(long.length === 0
            ? []
            : [
                `Some spreadsheets cut cells of more than ${LONGEST_CELL} characters, and a row that was cut is refused: ${long.join(', ')}`,
              ]),
        ].join('\n'),
      )
    } catch (error) {
      fail(messageOf(error))
    }
  },
})
