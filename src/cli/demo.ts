import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineCommand } from 'citty'
import { messageOf, OptionError } from '../errors.js'
import { fail, fitted } from './check.js'
import { splitArguments } from './resume.js'
import { runVitest, vitestScript } from './run-vitest.js'

/** The suite that is copied, so that its reader may put a system of his own into it. */
const SOURCE = new URL('../../suites/norvale.suite.ts', import.meta.url)

/** No `*.suite.ts`: the project's own suites, which may be all below its root, must not run it too. */
const SUITE = 'norvale.demo.ts'

const CONFIG = [
  "import { defineConfig } from 'vitest/config'",
  "import { docket } from 'vitest-docket/plugin'",
  '',
  `export default defineConfig({ plugins: [docket()], test: { include: ['${SUITE}'] } })`,
  '',
].join('\n')

/** `vitest-docket demo [FOLDER] [-- arguments of vitest run]`: writes a suite on the bundled benchmark into a folder, and runs it. */
export const demo = defineCommand({
  meta: {
    name: 'demo',
    description: 'Run the bundled benchmark on the reference system and its ablations: no key, under a minute',
  },
  args: {
    folder: {
      type: 'positional',
      required: false,
      description:
        'where the suite is written to; by default docket-demo. What follows -- is for `vitest run`, as in: demo law -- -t "T-REC"',
    },
  },
  async run({ rawArgs }) {
    const { own, passedOn } = splitArguments(rawArgs)
    const [folder = 'docket-demo', ...more] = own
    if (more.length > 0)
      return fail(
        `expected one folder, received ${own.join(', ')}; put a name with spaces in quotes, and Vitest's arguments behind --`,
      )
    try {
      const script = vitestScript(process.cwd())
      const written = await writeDemo(folder)
      process.stderr.write(written.length === 0 ? `running ${folder} as it is\n` : `wrote ${written.join(' and ')}\n`)
      const before = reportedAt(folder)
      process.exitCode = await runVitest(script, ['--root', folder, ...passedOn])
      // Of a run that came to no report there is nothing to read.
      if (reportedAt(folder) !== before) process.stderr.write(`\n${fitted(whatNext(folder), process.stderr.columns)}\n`)
    } catch (error) {
      fail(messageOf(error))
    }
  },
})

function whatNext(folder: string): string {
  const quoted = /[^\p{L}\p{N}\w./\\:@-]/u.test(folder) ? `"${folder}"` : folder
  return [
    'Where to look: at the top, under "Grid Norvale". The table says what became of the questions, under the whole system and without each part;',
    'the lines below it say which part changes what. What follows is detail.',
    `Next: put your own system into ${join(folder, SUITE)}, whose last lines say how, and watch it with \`npx vitest --root ${quoted}\`.`,
  ].join('\n')
}

/** Writes the files that are not there yet, and says which. Throws an `OptionError` where the folder is none, or somebody else's. */
async function writeDemo(folder: string): Promise<string[]> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new OptionError(`${folder} is a file: name a folder, which need not be there yet`)
  const configs = configsIn(folder)
  const other = configs.find((name) => !readFileSync(join(folder, name), 'utf8').includes(SUITE))
  if (other !== undefined)
    throw new OptionError(
      `${join(folder, other)} does not include ${SUITE}, the demo's suite: name a folder of its own, such as docket-demo`,
    )
  const written: string[] = []
  const put = async (name: string, write: (path: string) => Promise<void>) => {
    const path = join(folder, name)
    if (existsSync(path)) return
    await write(path)
    written.push(path)
  }
  await mkdir(folder, { recursive: true })
  await put(SUITE, (path) => copyFile(SOURCE, path))
  if (configs.length === 0) await put('vitest.config.mts', (path) => writeFile(path, CONFIG))
  return written
}

/** What Vitest would read as its config. */
function configsIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => /^vite(?:st)?\.config\.[cm]?[jt]s$/.test(name)) : []
}

function reportedAt(folder: string): number | undefined {
  return statSync(join(folder, '.docket/report.json'), { throwIfNoEntry: false })?.mtimeMs
}
