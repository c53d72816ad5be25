import { describe, expect, it, onTestFinished } from 'vitest'
import { anthropicServer } from '../providers/anthropic.js'
import { literalVerdict, verdict } from '../providers/behaviour.js'
import { openaiServer } from '../providers/openai.js'
import type { Handler } from '../providers/server.js'
import { runReported } from './nested/reported.js'

const servers = { anthropic: anthropicServer, openai: openaiServer }
const models = { anthropic: 'claude-sonnet-4-6', openai: 'gpt-5.4' }

const handler: Handler = ({ prompt }) => {
  const body = literalVerdict(prompt)
  const repaired = prompt.instructions.includes('could not be used')
  if (prompt.question.includes('(unreadable)')) {
    return { kind: 'text', text: repaired ? 'As I said, the answer is mostly right.' : 'The answer is mostly right.' }
  }
  return verdict(prompt.question.includes('(partly readable)') ? { ...body, correct: 'yes' } : body)
}

describe.each(['anthropic', 'openai'] as const)(
  '%s: a reply that stays unreadable, from the server to the run file',
  (provider) => {
    it('fault 2, fault 10: leaves the case unscored, "judge failed", with all that was sent in the run file', {
      timeout: 30_000,
    }, async () => {
      const server = await servers[provider](handler)
      onTestFinished(() => server.close())
      const judge = { provider, model: models[provider], baseURL: server.baseURL }
      const { report, lines } = await runReported({ names: ['unreadable'], docket: { judge } })

      expect(server.unexpected).toEqual([])
      expect(server.requests).toHaveLength(5)
      const cases = Object.fromEntries(lines.flatMap((line) => (line.kind === 'case' ? [[line.record.id, line]] : [])))
      expect(Object.keys(cases)).toHaveLength(3)

      const lost = cases['unreadable']
      expect(lost?.raw).toBe('The answer is mostly right.\n---\nAs I said, the answer is mostly right.')
      expect(lost?.verdict).toBeNull()
      expect(lost?.response?.answer).toContain('14 days')
      expect(lost?.record).toMatchObject({
        errorClass: 'unscored',
        signals: { c: null, g: null },
        unscored: { c: 'judge failed', g: 'judge failed' },
        failure: { stage: 'judge', kind: 'reply' },
        claims: null,
        cost: { judge: { calls: 2 } },
      })

      const partly = cases['partly readable']
      expect(partly?.verdict).toMatchObject({ correct: null, raw: expect.stringContaining('"yes"') })
      expect(partly?.record).toMatchObject({ signals: { c: null, g: true }, unscored: { c: 'undetermined' } })
      expect(partly).not.toHaveProperty('raw')
      expect(cases['readable']?.record).toMatchObject({ errorClass: 'correct', signals: { c: true, g: true } })
      expect(cases['readable']?.verdict).not.toHaveProperty('raw')

      const metrics = report?.suites[0]?.metrics
      expect(metrics?.['hallucinationRate']).toMatchObject({ count: 0, scored: 2, total: 3, lost: 1, unknown: 0 })
      expect(metrics?.['correct']).toMatchObject({ count: 1, scored: 1, total: 3, lost: 1, unknown: 1 })
    })
  },
)
