/** Cells of the first table below a heading line of the terminal report: columns stand two spaces apart, long cells go on below. */
export function terminalCells(report: string, firstHeader: string): string[][] {
  const lines = report.split('\n')
  const from = lines.findIndex((line) => line.startsWith(`${firstHeader} `))
  if (from === -1) throw new Error(`no table with a column ${firstHeader}\n${report}`)
  const length = lines.slice(from).findIndex((line) => line.trim() === '')
  const table = lines.slice(from, length === -1 ? undefined : from + length)
  const width = Math.max(...table.map((line) => line.length))
  const blank = Array.from({ length: width }, (_, column) => table.every((line) => (line[column] ?? ' ') === ' '))
  const edges = columnEdges(blank)
  const rows: string[][] = []
  for (const line of table) {
    const cells = edges.map(([start, end]) => line.slice(start, end).trim())
    const row = rows.at(-1)
    if (cells[0] !== '' || row === undefined) rows.push(cells)
    else rows.splice(-1, 1, joined(row, cells))
  }
  return rows
}

function joined(row: readonly string[], more: readonly string[]): string[] {
  return row.map((cell, i) => `${cell} ${more[i] ?? ''}`.trim())
}

/** Where columns begin and end: at least two blank places stand between them. */
function columnEdges(blank: readonly boolean[]): [number, number][] {
  const edges: [number, number][] = []
  let start = 0
  for (let at = 0; at <= blank.length; at++) {
    const gap = at === blank.length || (blank[at] === true && blank[at + 1] === true)
    if (!gap) continue
    if (!blank.slice(start, at).every(Boolean)) edges.push([start, at])
    start = at
  }
  return edges
}

/** Cells of the first table of a Markdown text. */
export function markdownCells(markdown: string): string[][] {
  const lines = markdown.split('\n')
  const from = lines.findIndex((line) => line.startsWith('|'))
  const length = lines.slice(from).findIndex((line) => !line.startsWith('|'))
  return lines
    .slice(from, length === -1 ? undefined : from + length)
    .filter((_, i) => i !== 1)
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replace(/\\(.)/g, '$1')),
    )
}
