import { describe, expect, it } from 'vitest'
import { createJudge } from '../create.js'
import type { JudgeOptions } from '../options.js'
import { differences, judgeIdentity } from './identity.js'

const root = process.cwd()
const identity = async (options: JudgeOptions) => judgeIdentity(options, createJudge(options, { root }), root)
const panel = (over: object = {}) => ({
  provider: 'panel' as const,
  judges: ['offline' as const, './judge.mjs' as const],
  ...over,
})

describe('a panel’s rule', () => {
  it('is part of what was calibrated, the default too', async () => {
    expect((await identity(panel())).rule).toBe('majority')
    expect((await identity(panel({ rule: 'unanimity' }))).rule).toBe('unanimity')
    expect(await identity('offline')).not.toHaveProperty('rule')
  })

  it('makes another judge of the same members', async () => {
    const majority = await identity(panel())
    const unanimity = await identity(panel({ rule: 'unanimity' }))
    expect(differences(majority, unanimity)).toEqual(['rule majority, not unanimity'])
    expect(differences(unanimity, majority)).toEqual(['rule unanimity, not majority'])
    expect(differences(majority, await identity(panel({ rule: 'majority' })))).toEqual([])
  })

  it('is asked for where an earlier calibration of a panel does not tell it', async () => {
    const { rule: _, ...untold } = await identity(panel())
    expect(differences(untold, await identity(panel()))).toEqual(['rule none, not majority'])
  })
})
