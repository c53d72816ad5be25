import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Locked {
  resolved?: string
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }

describe('package-lock.json', () => {
  it('names no address to download from', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([])
  })

  // npm leaves an optional dependency that it cannot find out of the lock that it writes, and `npm ci` then refuses that lock: take
  // the name out of the list of the package that wants it.
  it('holds every optional dependency that it names, or `npm ci` refuses it', () => {
    const names = new Set(
      Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
    )
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    expect(wanted.filter((name) => !names.has(name))).toEqual([])
  })
})
