import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { plainEnvironment, start } from './process.js'
import type { Runtime } from './setup.js'

export const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0

export interface Service {
  url: string
  stats(): Promise<{ asked: number; most_in_flight: number }>
  stop(): Promise<void>
}

/** Starts the workspace's assistant on a free port; `env` is the change under test. */
export async function startService(
  { workspace }: Pick<Runtime, 'workspace'>,
  env: Record<string, string> = {},
): Promise<Service> {
  const running = start('python3', ['service/app.py'], join(workspace, 'packages/assistant'), {
    ...plainEnvironment(),
    PORT: '0',
    ...env,
  })
  await running.shows(/listening on \S+\n/)
  const url = /listening on (\S+)/.exec(running.output())?.[1] ?? ''
  return {
    url,
    stats: async () => (await (await fetch(`${url}/stats`)).json()) as { asked: number; most_in_flight: number },
    stop: async () => {
      running.child.kill('SIGTERM')
      await running.done
    },
  }
}
