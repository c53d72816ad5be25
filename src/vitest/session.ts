import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { vi } from 'vitest'
import { type Cassettes, openCassettes } from '../cassettes/cassettes.js'
import { OptionError } from '../errors.js'
import { createJudge } from '../judges/create.js'
import type { Judge } from '../judges/judge.js'
import { isPlainJudge, type JudgeOptions } from '../judges/options.js'
import { type CoordinatorClient, connectCoordinator } from '../run/coordinator-socket.js'
import { openRunFile, type RunWriter } from '../run/run-files.js'
import type { Provided } from './provided.js'
import { provided } from './provided-here.js'

/** What one worker shares among its suites. */
export interface Session {
  provided: Provided
  coordinator: CoordinatorClient
  runFile: RunWriter
  cassettes: Cassettes
  judge(options?: JudgeOptions): Promise<Judge>
}

const KEY = Symbol.for('vitest-docket.session')
const held = globalThis as { [KEY]?: { address: string; session: Promise<Session> } }

/** The worker's session, opened at first use. Throws an `OptionError` where the plugin is not in the config. */
export function session(): Promise<Session> {
  const given = providedOrThrow()
  // A worker may outlive a run: after a restart of the config another coordinator answers.
  if (held[KEY]?.address !== given.coordinator) held[KEY] = { address: given.coordinator, session: open(given) }
  return held[KEY].session
}

function providedOrThrow(): Provided {
  const given = provided()
  if (given !== null) return given
  throw new OptionError(
    'describeBenchmark needs the vitest-docket plugin: add `docketProject()` to `test.projects`, or `docket()` to `plugins`, in the Vitest config; without it no gate would be decided',
  )
}

async function open(given: Provided): Promise<Session> {
  const { options, root } = given
  const coordinator = await connectCoordinator(given.coordinator)
  const { mode, redact = [] } = options.cassettes
  const cassettes = openCassettes({ mode, dir: resolve(root, options.cassettes.dir), redact: { patterns: redact } })
  const worker = `${process.env['VITEST_POOL_ID'] ?? '0'}-${process.pid}-${randomUUID().slice(0, 8)}`
  const judges = new Map<string, Promise<Judge>>()
  return {
    provided: given,
    coordinator: {
      ...coordinator,
      // Once a paid call could not have been recorded, no system is asked for what nobody could judge either.
      async admit(party, estimate, signal) {
        if (cassettes.unwritable()) await cassettes.tryWriting()
        return await coordinator.admit(party, estimate, signal)
      },
    },
    runFile: openRunFile(given.run, worker),
    cassettes,
    judge(wanted = options.judge) {
      const make = async () => {
        return createJudge(wanted, {
          root,
          cassettes,
          budget: coordinator,
          prices: options.prices,
          loadModule: (path) => vi.importActual(path),
        })
      }
      if (!isPlainJudge(wanted)) return make()
      const key = JSON.stringify(wanted)
      const known = judges.get(key) ?? make()
      judges.set(key, known)
      return known
    },
  }
}
