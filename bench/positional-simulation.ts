/**
 * Prints the tables of docs/positional.md. Takes about a quarter of an hour; from the repository's root:
 *
 *     node --input-type=module -e "import { runnerImport } from 'vite'; await runnerImport('./bench/positional-simulation.ts')"
 */
import { FALSE_ALARM_RATE } from '../src/metrics/positional.js'
import { falseAlarms, findings } from './simulated-runs.js'

function main(): void {
  const runs = 20_000
  print(`False alarms (stated: at most ${FALSE_ALARM_RATE} a run)`)
  print('| order | healthy runs | with a range named | rate |')
  print('|---|---:|---:|---:|')
  for (const arrangement of ['shuffled', 'blocks'] as const) {
    const alarms = falseAlarms(runs, arrangement, 20_261_129)
    print(`| ${arrangement} | ${runs} | ${alarms} | ${(alarms / runs).toFixed(5)} |`)
  }
  const tries = 200
  const kinds = ['error', 'empty refusal', 'refusal'] as const
  const percent = (count: number) => `${((count / tries) * 100).toFixed(1)}%`
  print(`\nOutages found, of ${tries} shuffled runs a cell; in brackets those with both ends within two places`)
  print(`| items hit | length | ${kinds.join(' | ')} |`)
  print(`|---:|---:|${kinds.map(() => '---:|').join('')}`)
  for (const strength of [1, 0.5]) {
    for (const length of [8, 10, 12, 15, 20, 40, 137]) {
      const cells = kinds.map((kind) => {
        const { found, sharp } = findings(tries, { kind, length, strength }, 'shuffled', 7)
        return `${percent(found)} (${percent(sharp)})`
      })
      print(`| ${strength * 100}% | ${length} | ${cells.join(' | ')} |`)
    }
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

main()
