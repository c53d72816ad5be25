import { describeBenchmark } from '../../../src/index.js'
import type { Judge } from '../../../src/judges/judge.js'
import type { System } from '../../../src/systems/system.js'
import { judgeSaying } from '../judge.js'

// Run by describe-benchmark.test.ts: what plain JavaScript may hand over, by the name in the environment.
const respond = async () => ({ answer: 'A contract.' })
const system = { name: 'service', kind: 'function', live: true, respond }
const judge = judgeSaying({})
const misfits: Record<string, { system?: object; judge?: object }> = {
  'a version that is a number': { system: { ...system, version: 2 } },
  'a system without `live`': { system: { name: 'service', kind: 'function', respond } },
  'a judge without a name': { judge: { assess: judge.assess } },
  'a model that is no text': { judge: { ...judge, model: 4 } },
  nothing: {},
}

const misfit = misfits[process.env['DOCKET_NESTED'] ?? '']
if (misfit === undefined) throw new Error('expected DOCKET_NESTED to name a misfit')
describeBenchmark('Tenancy', {
  items: [{ id: 'T-1', question: 'What is a lease?' }],
  system: (misfit.system ?? system) as System,
  judge: (misfit.judge ?? judge) as Judge,
  policy: 'report',
})
