import { defineCommand } from 'citty'
import { messageOf } from '../errors.js'
import { gateOnGithub } from '../github/gate.js'
import { fail } from './check.js'

/** `vitest-docket github [-- COMMAND…]`: a run as the gate of a GitHub workflow; the exit code is the run's. */
export const github = defineCommand({
  meta: { name: 'github', description: 'Run the suites in a GitHub workflow: base branch, comment, summary, annotations' },
  args: {
    command: { type: 'positional', required: false, description: 'behind `--`; `npx vitest run` by default' },
    blobs: {
      type: 'string',
      valueHint: 'dir',
      description: 'merge the shards whose blobs are in this folder, in place of a command',
    },
    name: { type: 'string', default: 'vitest-docket', description: 'tells the comments of several gates apart' },
    report: { type: 'string', default: '.docket/report.json', description: 'the report that the command writes' },
    'baseline-dir': { type: 'string', default: 'baselines', description: 'name of the folders that hold baselines' },
    publish: {
      type: 'boolean',
      default: true,
      description: 'off (--no-publish) for a shard: its merge says what there is to say',
    },
  },
  async run({ args, rawArgs }) {
    const at = rawArgs.indexOf('--')
    const given = at < 0 ? [] : rawArgs.slice(at + 1)
    const stray = args._.length > given.length ? args._[0] : undefined
    if (stray !== undefined)
      return fail(`expected the command behind \`--\`, received "${stray}": vitest-docket github -- ${stray} …`)
    if (args.blobs !== undefined && given.length > 0) return fail('`--blobs` merges by itself: leave it off, or the command')
    const merge = args.blobs === undefined ? ['npx', 'vitest', 'run'] : ['npx', 'vitest', 'run', `--merge-reports=${args.blobs}`]
    try {
      process.exitCode = await gateOnGithub({
        command: given.length > 0 ? given : merge,
        name: args.name,
        report: args.report,
        baselineDir: args['baseline-dir'],
        isPublished: args.publish,
        cwd: process.cwd(),
        environment: process.env,
        say: (line) => void process.stdout.write(`${line}\n`),
      })
    } catch (error) {
      fail(messageOf(error))
    }
  },
})
