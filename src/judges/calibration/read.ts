import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { claimRagLanguage } from '../../datasets/claimrag-law.js'
import { locate } from '../../datasets/lines.js'
import { DatasetError, messageOf, OptionError } from '../../errors.js'
import type { CalibrationUnit } from '../../schema/calibration.js'
import { isCompanion, readCompanion } from './audit-companion.js'
import { readAuditSheet } from './audit-sheet.js'
import { readClaimRagLaw } from './claimrag-law.js'
import type { LabelledData } from './example.js'
import { readOwnFormat } from './own-format.js'

export const FORMATS = ['jsonl', 'claimrag-law', 'audit'] as const
export type LabelledFormat = (typeof FORMATS)[number]

export interface ReadOptions {
  /** @default told by content */
  format?: LabelledFormat | undefined
  /** Of answers with labelled claims, which of the two are the examples. @default what the lines are */
  unit?: CalibrationUnit | undefined
  /** ClaimRAG-LAW: the file with the texts. */
  texts?: string | undefined
  /** ClaimRAG-LAW: the language of its claims. @default told by the file's name */
  language?: string | undefined
}

/** Reads labelled examples of any known format. Throws a `DatasetError` with every fault, an `OptionError` where the format needs an option. */
export function readLabelled(path: string, options: ReadOptions = {}): LabelledData {
  const { file, text, sha256 } = readText(path)
  const data = read(path, file, text, options)
  if (data.examples.length > 0) return { ...data, sha256 }
  const reasons = Object.entries(data.leftOut).map(([reason, count]) => `${count}: ${reason}`)
  throw new DatasetError(`${file}: no labelled example${reasons.length > 0 ? `; left out ${reasons.join('; ')}` : ''}`)
}

function read(path: string, file: string, text: string, { format, unit, texts, language }: ReadOptions) {
  if (isCompanion(text))
    throw new OptionError(`${file} is what \`audit\` wrote beside a sheet, and no one labels it: give the sheet`)
  switch (format ?? formatOf(text)) {
    case 'jsonl':
      return readOwnFormat(path, unit)
    case 'audit':
      return readAuditSheet(file, text, readCompanion(locate(path).full))
    case 'claimrag-law': {
      if (texts === undefined) {
        throw new OptionError(
          `${file} looks like the claims of ClaimRAG-LAW, which come without their texts: give the *-RAG-LAW.json file as \`--texts\``,
        )
      }
      const spoken = language ?? claimRagLanguage(file)
      if (spoken === undefined)
        throw new OptionError(`${file} does not say its language: give it as \`--language\`, such as en or fr`)
      const { file: name, text: joined } = readText(texts)
      return readClaimRagLaw(file, text, { texts: { file: name, text: joined }, language: spoken })
    }
  }
}

/** JSON over the whole file is ClaimRAG-LAW's, an object a line is our own, all else a sheet. */
function formatOf(text: string): LabelledFormat {
  const start = text.trimStart()
  if (start.startsWith('[')) return 'claimrag-law'
  return start.startsWith('{') ? 'jsonl' : 'audit'
}

function readText(path: string): { file: string; text: string; sha256: string } {
  const { file, full } = locate(path)
  let bytes: Buffer
  try {
    bytes = readFileSync(full)
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new DatasetError(`${file}: ${absent ? `no such file (looked for ${full})` : messageOf(error)}`, [], { cause: error })
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  try {
    return { file, sha256, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch (error) {
    throw new DatasetError(
      file,
      [{ file, field: '', message: 'expected UTF-8; save the file as UTF-8 (CSV UTF-8 in a spreadsheet)' }],
      {
        cause: error,
      },
    )
  }
}
