import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { refusal } from '../run/resume.js'

/**
 * Throws an `OptionError` that names the reports of a folder which are empty or cut off: of such a one Vitest says that some JSON ends too early, and not whose. The
 * rest of what can be wrong with the folder it says itself.
 */
export function checkReports(folder: string): void {
  const broken = filesIn(folder).flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    if (isJson(text)) return []
    return [`${path} ${text.trim() === '' ? 'is empty' : 'is cut off, or no report'}`]
  })
  if (broken.length === 0) return
  throw refusal(
    `--merge-reports: ${broken.join('; ')}. A job that is killed leaves such a file, and so does a full disk: run that shard again, with the same --shard`,
  )
}

function filesIn(folder: string): string[] {
  try {
    const paths = readdirSync(folder).map((name) => join(folder, name))
    return paths.filter((path) => statSync(path).isFile())
  } catch {
    return []
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
