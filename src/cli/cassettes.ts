import { existsSync } from 'node:fs'
import { defineCommand } from 'citty'
import { keptEntries } from '../cassettes/kept.js'
import { packRecordings } from '../cassettes/pack.js'
import { decide, dropRecordings } from '../cassettes/prune.js'
import { messageOf } from '../errors.js'
import { recordingsUsed } from '../run/recordings-used.js'
import { packedText, prunedText, summaryText } from './cassettes-text.js'
import { fail } from './check.js'

const ACTIONS = ['pack', 'prune'] as const

/** `vitest-docket cassettes [pack|prune]`: what is recorded; packs of it to commit; what nothing used is dropped. */
export const cassettes = defineCommand({
  meta: {
    name: 'cassettes',
    description: 'What is recorded; `pack` writes files to commit, `prune` drops what no kept run used',
  },
  args: {
    action: { type: 'positional', required: false, description: `${ACTIONS.join(' or ')}; a summary by default` },
    dir: { type: 'string', default: '.docket/cassettes', description: 'where the recordings are' },
    runs: { type: 'string', default: '.docket/runs', description: 'the runs that say what was used' },
    prune: { type: 'boolean', default: false, description: 'with pack: prune first' },
    'dry-run': { type: 'boolean', default: false, description: 'with prune: say what would go, and change nothing' },
  },
  async run({ args }) {
    const { dir, runs } = args
    const action = ACTIONS.find((known) => known === args.action)
    if (args.action !== undefined && (action === undefined || args._.length > 1))
      return fail(`expected one of ${ACTIONS.join(', ')} or nothing, received "${args._.join(' ')}"`)
    if (args.prune && action !== 'pack') return fail('`--prune` goes with `pack`')
    if (args['dry-run'] && action !== 'prune') return fail('`--dry-run` goes with `prune`')
    if (!existsSync(dir))
      return fail(`no recordings in ${dir}: run with \`cassettes: "auto"\` first, or name a folder with \`--dir\``)
    const { columns = 80 } = process.stdout
    try {
      if (action === undefined) console.log(summaryText(dir, await keptEntries(dir), columns))
      if (action === 'prune' || args.prune) console.log(await prune(dir, runs, args['dry-run'], columns))
      if (action === 'pack') console.log(packedText(dir, await packRecordings(dir), columns))
    } catch (error) {
      fail(messageOf(error))
    }
  },
})

async function prune(dir: string, runs: string, dry: boolean, columns: number): Promise<string> {
  const decisions = decide(await keptEntries(dir), recordingsUsed(runs))
  if (!dry) await dropRecordings(dir, decisions)
  return prunedText(dir, decisions, dry, columns)
}
