import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Reads one of the tables that were written from the texts alone. */
export function readTable<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../expected/${name}.json`, import.meta.url), 'utf8')) as T
}

interface Compared {
  received: unknown
  expected: unknown
}

interface TableRun<Row> {
  rows: readonly Row[]
  nameOf(row: Row): string
  /** Rows on which table and code disagree, with what each holds: exactly these must differ, so that the list cannot rot. */
  disputed?: Record<string, string>
  compare(row: Row): Compared | Promise<Compared>
}

export function runTable<Row extends { derivation?: string }>(
  title: string,
  { rows, nameOf, disputed = {}, compare }: TableRun<Row>,
): void {
  describe(title, () => {
    it('has rows, each under a name of its own', () => {
      expect(rows.length).toBeGreaterThan(0)
      expect(new Set(rows.map(nameOf)).size).toBe(rows.length)
    })

    it('disputes only rows that are there', () => {
      expect(rows.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(disputed)))
    })

    it.each(rows.filter((row) => !(nameOf(row) in disputed)).map((row) => [nameOf(row), row.derivation ?? '', row] as const))(
      '%s: %s',
      async (_name, _derivation, row) => {
        const { received, expected } = await compare(row)
        expect(received).toEqual(expected)
      },
    )

    const open = rows.filter((row) => nameOf(row) in disputed)
    if (open.length === 0) return
    it.each(open.map((row) => [nameOf(row), disputed[nameOf(row)] ?? '', row] as const))(
      'DISPUTED %s: %s',
      async (_name, _why, row) => {
        const { received, expected } = await compare(row)
        expect(received).not.toEqual(expected)
      },
    )
  })
}

/** A number of a table, which has 12 decimals, within 1e-9; null stays null. */
export function near(value: number | null | undefined): unknown {
  return typeof value === 'number' ? expect.closeTo(value, 9) : value
}
