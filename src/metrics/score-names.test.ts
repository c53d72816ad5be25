import { expect, it } from 'vitest'
import { byReportOrder, isOfAnswers, isOfClaims, SCORE_NAMES, scoreName, scoreNames, splitScore } from './score-names.js'

it.each([
  ['recall@5', 'recall', 5],
  ['recall@10', 'recall', 10],
  ['mrr', 'mrr', null],
  ['recall@', 'recall@', null],
  ['recall@0', 'recall@0', null],
  ['recall@05', 'recall@05', null],
  ['recall@5.5', 'recall@5.5', null],
  ['recall@5@5', 'recall@5', 5],
  ['', '', null],
] as const)('%j is %j at %s', (name, base, k) => {
  expect(splitScore(name)).toEqual({ base, k })
})

it.each([
  ['ndcg@10', 'nDCG@10'],
  ['mrr', 'MRR'],
  ['recall@5@5', undefined],
  ['__proto__', undefined],
  ['constructor', undefined],
  ['toString@5', undefined],
] as const)('%j reads %j', (name, label) => {
  expect(scoreName(name)?.label).toBe(label)
})

it('names at ranks are those of the ranked scores, each once, and every one has a label', () => {
  const names = scoreNames([1, 5])
  expect(names.slice(0, 4)).toEqual(['hit@1', 'hit@5', 'recall@1', 'recall@5'])
  expect(names).toEqual(expect.arrayContaining(['mrr', 'spanRecall', 'spanRecall@5', 'documentHit@1', 'faithfulness']))
  expect(names.filter((name) => ['recall', 'mrr@1', 'spanF1@5', 'faithfulness@5'].includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => scoreName(name) === null)).toEqual([])
  expect(scoreNames([])).not.toContain('hit')
})

it('what is of answers, and what of claims', () => {
  expect(SCORE_NAMES.filter((name) => !isOfAnswers(name))).toEqual([
    'hit',
    'recall',
    'precision',
    'f1',
    'ndcg',
    'mrr',
    'map',
    'documentHit',
    'documentRecall',
    'spanPrecision',
    'spanRecall',
    'spanF1',
    'spanIoU',
  ])
  expect([
    isOfClaims('goldCitationPrecision'),
    isOfClaims('answerPrecision'),
    isOfClaims('misgroundedClaims'),
    isOfClaims('recall@5'),
  ]).toEqual([false, true, true, false])
})

it('a report has them as they are listed, then by rank as a number', () => {
  expect(byReportOrder(['mrr', 'recall@10', 'faithfulness', 'recall@5', 'hit@1'])).toEqual([
    'hit@1',
    'recall@5',
    'recall@10',
    'mrr',
    'faithfulness',
  ])
})
