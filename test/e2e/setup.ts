import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { succeed } from './process.js'
import { CACHE, installTools, npm } from './tools.js'

/** A Vitest on a Node, with the consumers installed for it. */
export interface Runtime {
  title: string
  /** Path of the node binary. */
  node: string
  /** The temporary folder of these tests: what a consumer leaves in its own goes with it. */
  temporary: string
  /** Folder of the copied workspace, and of the copied single package. */
  workspace: string
  single: string
  /** A folder beside them with what the workspace's assistant has installed, both SDKs among it, for suites that are not its own. */
  sdks: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    runtimes: Runtime[]
    /** Path of the packed tarball. */
    tarball: string
  }
}

const VITESTS = { 4: '4.1.12', 5: '5.1.2' }
const MATRIX = [
  { vitest: 4, node: '20' },
  { vitest: 5, node: '22' },
  { vitest: 5, node: '24' },
] as const

/** Packs the package and installs it into the consumers, once for each Vitest, all in one temporary folder that is removed at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'vitest-docket-e2e-'))
  // Not at one stroke: a main process that hears nothing for seconds takes its workers for hung.
  const remove = async () => {
    if (process.env['DOCKET_E2E_KEEP'] === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const [tools, tarball] = await Promise.all([installTools(MATRIX.map(({ node }) => node)), pack(folder)])
    const versions = Object.values(VITESTS)
    await Promise.all(versions.map((version) => installConsumers(tools.pnpm, tarball, join(folder, version), version)))
    project.provide('tarball', tarball)
    project.provide(
      'runtimes',
      MATRIX.map(({ vitest, node }) => ({
        title: `vitest ${VITESTS[vitest]} on Node ${node}`,
        node: tools.nodes[node] ?? process.execPath,
        temporary: folder,
        workspace: join(folder, VITESTS[vitest], 'workspace'),
        single: join(folder, VITESTS[vitest], 'single'),
        sdks: join(folder, VITESTS[vitest], 'sdks'),
      })),
    )
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}

/** Packs what is to be published, built anew, or takes the tarball that DOCKET_TARBALL names. */
async function pack(folder: string): Promise<string> {
  const given = process.env['DOCKET_TARBALL']
  if (given) return resolve(given)
  await succeed(process.execPath, [npm(), 'pack', '--pack-destination', folder], process.cwd())
  const tarball = join(folder, 'vitest-docket.tgz')
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string; version: string }
  renameSync(join(folder, `${name}-${version}.tgz`), tarball)
  return tarball
}

async function installConsumers(pnpm: string, tarball: string, folder: string, vitest: string): Promise<void> {
  cpSync('fixtures/consumers', folder, { recursive: true })
  // The fixtures name one Vitest, as a consumer does; the other takes its place in the copy.
  for (const file of ['workspace/pnpm-workspace.yaml', 'single/package.json']) {
    const text = readFileSync(join(folder, file), 'utf8')
    if (!text.includes(VITESTS[4])) throw new Error(`${file}: expected it to name vitest ${VITESTS[4]}`)
    writeFileSync(join(folder, file), text.replace(VITESTS[4], vitest))
  }
  const install = (consumer: string, ...more: string[]) => {
    cpSync(tarball, join(folder, consumer, 'vitest-docket.tgz'))
    const store = ['--store-dir', join(CACHE, 'store'), '--prefer-offline', '--no-frozen-lockfile']
    return succeed(process.execPath, [pnpm, 'install', ...store, ...more], join(folder, consumer))
  }
  await Promise.all([install('workspace'), install('single', '--ignore-workspace')])
  mkdirSync(join(folder, 'sdks'))
  symlinkSync(join(folder, 'workspace/packages/assistant/node_modules'), join(folder, 'sdks/node_modules'), 'junction')
}
