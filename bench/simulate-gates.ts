/**
 * Prints the tables of docs/gates-simulation.md. Takes about five minutes; from the repository's root:
 *
 *     node --input-type=module -e "import { runnerImport } from 'vite'; await runnerImport('./bench/simulate-gates.ts')"
 */
import { JOBS, RUNS, TABLES } from './gate-tables.js'

function main(): void {
  const found: Record<string, string[][]> = {}
  for (const { name, rows } of JOBS) {
    process.stderr.write(`${name}\n`)
    for (const [heading, made] of Object.entries(rows(RUNS))) found[heading] = [...(found[heading] ?? []), ...made]
  }
  for (const { heading, columns } of TABLES) {
    const lines = [columns, columns.map((_, place) => (place === 0 ? '---' : '---:')), ...(found[heading] ?? [])]
    process.stdout.write(`\n## ${heading}\n\n${lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`)
  }
}

main()
