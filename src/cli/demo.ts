import { existsSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { defineCommand } from 'citty'
import { messageOf } from '../errors.js'
import { fail } from './check.js'
import { splitArguments } from './resume.js'
import { runVitest, vitestScript } from './run-vitest.js'

/** The suite that is copied, so that its reader may put a system of his own into it. */
const SUITE = new URL('../../suites/norvale.suite.ts', import.meta.url)

const CONFIG = [
  "import { defineConfig } from 'vitest/config'",
  "import { docket } from 'vitest-docket/plugin'",
  '',
  'export default defineConfig({ plugins: [docket()] })',
  '',
].join('\n')

/** `vitest-docket demo [FOLDER] [-- arguments of vitest run]`: writes a suite on the bundled benchmark into a folder, and runs it. */
export const demo = defineCommand({
  meta: {
    name: 'demo',
    description: 'Run the bundled benchmark on the reference system and its ablations: no key, under a minute',
  },
  args: {
    folder: { type: 'positional', required: false, description: 'where the suite is written to; by default docket-demo' },
  },
  async run({ args, rawArgs }) {
    const { own, passedOn } = splitArguments(rawArgs)
    const folder = args.folder !== undefined && own.includes(args.folder) ? args.folder : 'docket-demo'
    try {
      const script = vitestScript(process.cwd())
      const written = await writeDemo(folder)
      process.stderr.write(written.length === 0 ? `running ${folder} as it is\n` : `wrote ${written.join(' and ')}\n`)
      process.exitCode = await runVitest(script, ['--root', folder, ...passedOn])
      process.stderr.write(
        `\nThe suite is ${join(folder, 'norvale.suite.ts')}: put your own system into it, and run \`npx vitest --root ${folder}\` to watch it.\n`,
      )
    } catch (error) {
      fail(messageOf(error))
    }
  },
})

/** Writes the files that are not there yet, and says which. */
async function writeDemo(folder: string): Promise<string[]> {
  const files: [string, (path: string) => Promise<void>][] = [
    ['norvale.suite.ts', (path) => copyFile(SUITE, path)],
    ['vitest.config.mts', (path) => writeFile(path, CONFIG)],
  ]
  const written: string[] = []
  for (const [name, write] of files) {
    const path = join(folder, name)
    if (existsSync(path)) continue
    await mkdir(dirname(path), { recursive: true })
    await write(path)
    written.push(path)
  }
  return written
}
