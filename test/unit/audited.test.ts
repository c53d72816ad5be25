import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandDef, runCommand } from 'citty'
import { expect, it, onTestFinished, vi } from 'vitest'
import { displayWidth } from '../../reporters/layout.js'
import { audit } from '../../src/cli/audit.js'
import { calibrate } from '../../src/cli/calibrate.js'
import { filledIn } from '../../src/judges/calibration/sheet.test-util.js'
import { anthropicServer } from '../providers/anthropic.js'
import { literalVerdict, verdict } from '../providers/behaviour.js'
import { folderOfTest, runReported } from './nested/reported.js'

/** What a command prints, as one text; throws where it fails. */
async function said(command: CommandDef, ...rawArgs: string[]): Promise<string> {
  const lines: string[] = []
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => void lines.push(`${text}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0),
    vi.spyOn(console, 'error').mockImplementation((text) => {
      throw new Error(String(text))
    }),
  ]
  try {
    await runCommand(command, { rawArgs })
    return lines.join('')
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const flat = (text: string) => text.replace(/\s+/g, ' ')

it('a sheet of a run is judged as the run was, from its recordings, after a spreadsheet had it; without its companion it is paid again', {
  timeout: 60_000,
}, async () => {
  const server = await anthropicServer(({ prompt }) => verdict(literalVerdict(prompt)))
  onTestFinished(() => server.close())
  const folder = folderOfTest()
  const options = {
    judge: { provider: 'anthropic', model: 'claude-sonnet-4-6', baseURL: server.baseURL },
    cassettes: { mode: 'auto', dir: join(folder, 'cassettes') },
  } as const
  const { lines } = await runReported({ names: ['audited'], docket: options, outputDir: folder })
  expect(lines.filter(({ kind }) => kind === 'case')).toHaveLength(18)
  expect(server.unexpected).toEqual([])
  const asked = server.requests.length
  expect(asked).toBeGreaterThan(0)

  const [run = ''] = readdirSync(join(folder, 'runs'))
  const sheet = join(folder, 'audit.csv')
  const audited = await said(audit as CommandDef, join(folder, 'runs', run), '--out', sheet)
  expect(flat(audited)).toContain('12 of 12 answers, in random order.')
  expect(flat(audited)).toContain('Left out: 6 answers that another trial of the same item gave too, on the same passages')
  const companion = join(folder, 'audit.jsonl')
  expect(readFileSync(companion, 'utf8')).not.toMatch(/neutral|entailment|stated word for word|beyond-sources/)

  const labelled = filledIn(
    readFileSync(sheet, 'utf8'),
    (_, i) => ({ grounded: i % 3 === 0 ? 'nein' : 'ja', comment: 'x; y' }),
    ';',
  )
  // A spreadsheet changes the line breaks in cells, and that changes nothing.
  writeFileSync(sheet, labelled.replace(/(?<!\r)\n/g, '\r\n'))
  const config = join(folder, 'docket.config.mjs')
  writeFileSync(config, `export default { plugins: [{ name: 'vitest-docket', api: { options: ${JSON.stringify(options)} } }] }`)
  const measure = () => said(calibrate as CommandDef, sheet, '--config', config, '--out', join(folder, 'c.json'))

  const replayed = await measure()
  expect(server.requests).toHaveLength(asked)
  expect(replayed).toMatch(/^Judge calls: 0, 0\.00 USD; verdicts replayed: 12$/m)
  expect(replayed).not.toContain('Recordings of the run do not apply')
  expect(replayed).toMatch(/^Groundedness of answers: 12$/m)

  renameSync(companion, join(folder, 'elsewhere.jsonl'))
  const paid = await measure()
  expect(server.requests.length).toBeGreaterThan(asked)
  expect(flat(paid)).toContain(
    'Recordings of the run do not apply: audit.jsonl, which `audit` wrote beside the sheet, is not there, and the sheet alone holds neither citations nor all that names a passage',
  )
  expect(paid.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([])
  rmSync(join(folder, 'elsewhere.jsonl'))
})
