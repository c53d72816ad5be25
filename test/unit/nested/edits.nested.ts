import { describeBenchmark } from '../../../src/index.js'
import { judgeSaying } from '../judge.js'

// Run by case.test.ts: a callback that edits what it was given.
const gold = { kind: 'statute', title: 'Rent Act 2031' } as const
const items = [{ id: 'T-1', language: 'en', question: 'What is a lease?', reference: 'A contract.', golds: [gold] }]
const judge = judgeSaying({ claims: [{ text: 'a contract', support: 'entailment' }], correct: true })
const system = () => ({ answer: 'A contract.', passages: ['A contract.'], citations: ['Companies Act 2017'] })

describeBenchmark('golds', { items, system, judge, policy: 'gate' }, async ({ item, response, expect }) => {
  item.golds.splice(0, 1, { kind: 'statute', title: 'Companies Act 2017', optional: false })
  await expect(response).toCiteGold()
})
describeBenchmark('record', { items, system, judge, policy: 'gate' }, ({ item }) => {
  item.answerable = false
  item.id = 'T-2'
})
