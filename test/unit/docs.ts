import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A fenced block of a page. */
export interface Block {
  page: string
  /** 1-based line of the block's first line of code. */
  line: number
  /** First word behind the fence, such as `ts`. */
  language: string
  /** The words behind it, such as `run`. */
  marks: string[]
  code: string
}

export const ROOT = join(import.meta.dirname, '../..')

/** README.md and every page below docs/, relative to the root, with `/`. */
export function pages(): string[] {
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  const docs = below.filter((name) => name.endsWith('.md')).map((name) => `docs/${name.replaceAll('\\', '/')}`)
  return [...(existsSync(join(ROOT, 'README.md')) ? ['README.md'] : []), ...docs.toSorted()]
}

export function readPage(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8').replaceAll('\r\n', '\n')
}

/** The fenced blocks of a page, in order. Throws where a fence is never closed, since the rest of the page would be unread. */
export function blocksOf(page: string, text = readPage(page)): Block[] {
  const blocks: Block[] = []
  let open: { fence: string; indent: number; block: Block; lines: string[] } | null = null
  text.split('\n').forEach((line, index) => {
    const [, indent = '', fence = '', info = ''] = /^( *)(`{3,})(.*)$/.exec(line) ?? []
    if (open === null) {
      if (fence === '') return
      const [language = '', ...marks] = info.trim().split(/\s+/)
      open = { fence, indent: indent.length, block: { page, line: index + 2, language, marks, code: '' }, lines: [] }
    } else if (fence.length >= open.fence.length && info.trim() === '') {
      blocks.push({ ...open.block, code: open.lines.join('\n') })
      open = null
    } else {
      open.lines.push(line.slice(0, open.indent).trim() === '' ? line.slice(open.indent) : line)
    }
  })
  const unclosed = open as { block: Block } | null
  if (unclosed !== null) throw new Error(`${page}:${unclosed.block.line - 1}: a fence that is never closed`)
  return blocks
}

/** Rows of the first table below a heading, as cells without their backticks; the row of names first. Throws where there is none. */
export function tableBelow(page: string, heading: string): string[][] {
  const lines = readPage(page).split('\n')
  const at = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading)
  const first = at < 0 ? -1 : lines.findIndex((line, index) => index > at && line.startsWith('|'))
  if (first < 0) throw new Error(`${page}: no table below a heading "${heading}"`)
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'))
  const rows = lines.slice(first, end < 0 ? undefined : end).map((line) =>
    line
      .slice(1, line.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
  return rows.filter((_, index) => index !== 1)
}
