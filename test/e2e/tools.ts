import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { succeed } from './process.js'

/** What the consumers need and the package does not: kept between runs, since it is large. */
export const CACHE = resolve('node_modules/.cache/vitest-docket-e2e')

/** The newest pnpm that runs on Node 20. */
const PNPM = '10.34.9'

export interface Tools {
  /** Paths of node binaries by major version. */
  nodes: Record<string, string>
  /** Path of pnpm's script, for the node that runs the tests. */
  pnpm: string
}

/** Installs pnpm and the Nodes that are not the one at hand, by their npm packages, once. */
export async function installTools(majors: readonly string[]): Promise<Tools> {
  const own = process.versions.node.split('.')[0] ?? ''
  const os = process.platform === 'win32' ? 'win' : process.platform
  const missing = majors.filter((major) => major !== own)
  const dependencies = {
    pnpm: PNPM,
    ...Object.fromEntries(missing.map((major) => [`node${major}`, `npm:node-${os}-${process.arch}@${major}`])),
  }
  const wanted = JSON.stringify({ private: true, dependencies }, null, 2)
  const marker = join(CACHE, 'installed.json')
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) {
    mkdirSync(CACHE, { recursive: true })
    writeFileSync(join(CACHE, 'package.json'), wanted)
    // Named outright: npm takes a folder below node_modules for a part of the project above it.
    await succeed(process.execPath, [npm(), 'install', '--prefix', CACHE, '--no-package-lock'], CACHE)
    writeFileSync(marker, wanted)
  }
  const binary = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const nodes = missing.map((major) => [major, join(CACHE, `node_modules/node${major}`, binary)])
  const pnpm = join(CACHE, 'node_modules/pnpm/bin/pnpm.cjs')
  return { pnpm, nodes: { ...Object.fromEntries(nodes), ...(majors.includes(own) ? { [own]: process.execPath } : {}) } }
}

/** npm's script: beside the node at hand, or the one that started these tests. */
export function npm(): string {
  const beside = ['../lib/node_modules/npm/bin/npm-cli.js', 'node_modules/npm/bin/npm-cli.js']
  const places = [process.env['npm_execpath'], ...beside.map((path) => resolve(process.execPath, '..', path))]
  const found = places.find((path) => path?.endsWith('npm-cli.js') && existsSync(path))
  if (found === undefined) throw new Error('expected npm beside node: run these tests with `npm test`')
  return found
}
