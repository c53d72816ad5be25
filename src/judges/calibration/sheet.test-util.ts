/**
 * CSV to the letter of RFC 4180, and no more: records end with CRLF, and a cell with a separator, a quote or a line break stands in quotes.
 * Throws at anything else, since another reader may take it for something else.
 */
export function readRfc4180(text: string, separator = ','): string[][] {
  const records: string[][] = []
  let record: string[] = []
  for (let at = 0; at < text.length; ) {
    const [cell, end] = text[at] === '"' ? quotedCell(text, at) : bareCell(text, at, separator)
    record.push(cell)
    if (text.startsWith(separator, end)) {
      at = end + 1
      continue
    }
    if (!text.startsWith('\r\n', end))
      throw new Error(`expected a separator or CRLF at ${end}: ${JSON.stringify(text.slice(end, end + 20))}`)
    records.push(record)
    record = []
    at = end + 2
  }
  return records
}

function quotedCell(text: string, start: number): [cell: string, end: number] {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at)
    if (at < 0) throw new Error(`a quote at ${start} that is never closed`)
    if (text[at + 1] !== '"') return [text.slice(start + 1, at).replaceAll('""', '"'), at + 1]
  }
}

function bareCell(text: string, start: number, separator: string): [cell: string, end: number] {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\r') {
    if (text[end] === '\n' || text[end] === '"')
      throw new Error(`${JSON.stringify(text[end])} in a cell without quotes at ${end}`)
    end += 1
  }
  return [text.slice(start, end), end]
}

type Cells = Record<string, string>

/** What a person does with a sheet in a spreadsheet: fills cells in, and saves it with the separators of their country. */
export function filledIn(sheet: string, fill: (cells: Cells, row: number) => Cells, separator = ','): string {
  const [header = [], ...rows] = readRfc4180(sheet.replace(/^\uFEFF/, ''))
  const records = rows.map((row, i) => {
    const cells = Object.fromEntries(header.map((name, at) => [name, row[at] ?? '']))
    return Object.values({ ...cells, ...fill(cells, i) })
  })
  // A spreadsheet quotes where it must.
  const written = (cell: string) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return [header, ...records].map((record) => `${record.map(written).join(separator)}\r\n`).join('')
}
