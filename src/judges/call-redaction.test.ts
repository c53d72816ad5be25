import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { judgeRequest } from '../../test/providers/request.js'
import { openCassettes } from '../cassettes/cassettes.js'
import { openLedger } from './budget.js'
import { receive } from './call.js'

it.each([['hunter2'], ['\\w{6,}']])(
  'fault 26: what a judge goes on with is what a replay gives, where %s is redacted',
  async (pattern) => {
    const dir = await mkdtemp(join(tmpdir(), 'docket-redacted-'))
    onTestFinished(() => rm(dir, { recursive: true, force: true }))
    const text = async (mode: 'auto' | 'replay') => {
      const parts = {
        options: { provider: 'openai' as const, model: 'a-model' },
        open: async () => async () => ({ text: 'The claim names hunter2.', stop: 'end' as const, usage: {} }),
        root: dir,
        cassettes: openCassettes({ dir, mode, redact: { patterns: [pattern] } }),
        ledger: openLedger,
        timing: { baseMs: 1, totalMs: 1000, random: () => 0 },
      }
      const assessment = { request: judgeRequest(), context: { signal: new AbortController().signal }, received: [] }
      const prompt = { system: 'Judge it.', user: 'Is it so?' }
      const { reply, keep } = await receive(parts, parts.open, assessment, prompt, { type: 'object' })
      await keep()
      return reply.text
    }
    const live = await text('auto')
    expect(live).toBe('The claim names [redacted].')
    expect(await text('replay')).toBe(live)
  },
)
