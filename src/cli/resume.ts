import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineCommand } from 'citty'
import { messageOf } from '../errors.js'
import { mayHaveChangedText, openResumption, RERUN, RERUNS, RESUME, type Resumption } from '../run/resume.js'
import { count } from '../text/count.js'
import { fail } from './check.js'
import { hasCases, runFolders } from './report.js'
import { runVitest, vitestScript } from './run-vitest.js'

/** `vitest-docket resume [RUN] [-- arguments of vitest run]`: goes on with a run that did not come to its end; the exit code is that of `vitest run`. */
export const resume = defineCommand({
  meta: { name: 'resume', description: 'Go on with a run that was killed: finished cases are not asked again' },
  args: {
    run: {
      type: 'positional',
      required: false,
      description: 'folder of a run; by default the newest below .docket/runs, if something of it is left to ask',
    },
    rerun: {
      type: 'string',
      description: `${RERUNS.join(', ')}: ask again what failed outside the answers, also of a finished run`,
    },
  },
  async run({ args, rawArgs }) {
    const { own, passedOn } = splitArguments(rawArgs)
    // What stands behind `--` is Vitest's, also where no run is named before it.
    const given = args.run !== undefined && own.includes(args.run) ? args.run : undefined
    const { rerun } = args
    if (rerun !== undefined && !RERUNS.some((known) => known === rerun))
      return fail(`\`--rerun\`: expected ${RERUNS.join(' or ')}, received "${rerun}"`)
    const folder = given ?? runFolders()[0]
    if (folder === undefined || !existsSync(folder))
      return fail(`no run at ${folder ?? '.docket/runs'}: run \`vitest run\` first, or name a folder`)
    try {
      const resumption = openResumption(folder, rerun)
      const refused = given === undefined ? whyNotByItself(resumption) : null
      if (refused !== null) return fail(refused)
      const script = vitestScript(process.cwd())
      process.stderr.write(`${resumedText(resumption)}\n`)
      process.exitCode = await runVitest(script, passedOn, {
        [RESUME]: resolve(folder),
        ...(rerun === undefined ? {} : { [RERUN]: rerun }),
      })
    } catch (error) {
      fail(messageOf(error))
    }
  },
})

/** The command's own arguments, and those behind `--`. */
export function splitArguments(rawArgs: readonly string[]): { own: string[]; passedOn: string[] } {
  const end = rawArgs.indexOf('--')
  return end === -1 ? { own: [...rawArgs], passedOn: [] } : { own: rawArgs.slice(0, end), passedOn: rawArgs.slice(end + 1) }
}

/** Why the newest run is not gone on with unless it is named; null where it is. */
export function whyNotByItself({ runs, cases, over, rerun }: Resumption): string | null {
  const run = `the newest run ${runs[0]?.id}`
  if (cases === 0) {
    const other = runFolders().find(hasCases)
    const example = other === undefined ? 'there is none that has; start one with `vitest run`' : `such as ${other}`
    return `${run} has no case, as \`vitest list\` leaves one: name the run to go on with, ${example}`
  }
  if (!over) return null
  return rerun === null
    ? `${run} came to its end; nothing to go on with: name a run, or \`--rerun infrastructure\` for what failed outside the answers`
    : `${run} came to its end, without ${rerun} failures; nothing to go on with: name a run`
}

/** Which run is gone on with, what there is of it, and what may be wrong with that. */
export function resumedText({ runs, finished, rerun, unversioned, warnings }: Resumption): string {
  const [newest, ...before] = runs
  const through = before.length === 0 ? '' : `, which went on with ${before.map(({ id }) => id).join(', ')}`
  const again = rerun === null ? '' : `; ${rerun} failures are asked again`
  return [
    `going on with run ${newest?.id}${through}: ${count(finished, 'case')} finished there${again}`,
    ...warnings.map((warning) => warning.replace('resumed: ', '')),
    ...(finished === 0 ? [] : unversioned.map(mayHaveChangedText)),
  ].join('\n')
}
