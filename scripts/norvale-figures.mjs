// Writes the figures of the bundled benchmark into README.md and docs/norvale.md from a run of the demo: `npm run demo > demo.txt` in a terminal of 80 columns,
// then `node scripts/norvale-figures.mjs demo.txt docket-demo/.docket/report.json`. `--check` only compares, and exits 1 where a page differs.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean', default: false } }, allowPositionals: true })
const [printed, reported] = positionals
const text = readFileSync(printed, 'utf8')
const report = JSON.parse(readFileSync(reported, 'utf8'))
const [grid] = report.grids
const base = report.suites.find(({ suite }) => suite === grid.arms[0].suite)

const printedGrid = text.slice(text.indexOf('Grid Norvale'))
const [leaves = '', changes = ''] = printedGrid.slice(0, printedGrid.indexOf('────')).split(/\n\n(?=Grid)/)
const drivers = changes.slice(changes.indexOf('\n  - '))
const LEAVES = ['correct', 'retrieval error', 'reasoning error', 'over-refusal']
const percent = (count, of) => (of === 0 ? '–' : `${((100 * count) / of).toFixed(1)}%`)
const rate = ({ count, scored, unknown }) =>
  unknown > 0 ? `${percent(count, scored + unknown)} to ${percent(count + unknown, scored + unknown)}` : percent(count, scored)
const row = (cells) => `| ${cells.join(' | ')} |`

const figures = {
  demo: ['```text', leaves, '…', `${drivers.trim()}`.replace(/^/, '  '), '```'],
  arms: [
    row(['system', ...LEAVES, 'false confidence']),
    row(['---', ...LEAVES.map(() => '---:'), '---:']),
    ...grid.arms.map(({ levels, leaves, answerable, metrics: { falseConfidence } }) =>
      row([
        levels.system,
        ...LEAVES.map((leaf) => percent(leaves[leaf] ?? 0, answerable)),
        percent(falseConfidence.count, falseConfidence.scored),
      ]),
    ),
  ],
  slices: [
    row(['asked', 'n', 'correct', 'over-refusal', 'false confidence']),
    row(['---', '---:', '---:', '---:', '---:']),
    ...['persona', 'language'].flatMap((field) =>
      base.slices[field].map(({ slice, n, metrics: { correct, overRefusal, falseConfidence } }) =>
        row([`${field === 'persona' ? 'by' : 'in'} ${slice[field]}`, n, ...[correct, overRefusal, falseConfidence].map(rate)]),
      ),
    ),
  ],
}

for (const page of ['README.md', 'docs/norvale.md']) {
  const path = new URL(`../${page}`, import.meta.url)
  const before = readFileSync(path, 'utf8')
  const after = before.replace(
    /<!-- figures: (\w+) -->\n[\s\S]*?<!-- end -->/g,
    (_, name) => `<!-- figures: ${name} -->\n${figures[name].join('\n')}\n<!-- end -->`,
  )
  if (!values.check) writeFileSync(path, after)
  else if (after !== before) {
    console.error(`${page} has other figures than the run: run scripts/norvale-figures.mjs and commit it`)
    process.exitCode = 1
  }
}
