import { describe, expect, it } from 'vitest'
import { shortHeads } from './heads.js'

const headed = (...labels: string[]) => labels.map((label, i) => ({ label, place: i === 0 ? 0 : i + 2 }))

describe('heads of columns', () => {
  it.each([
    ['what fits', ['prod', 'prod-4o'], ['prod', 'prod-4o']],
    ['two lines, broken between words', ['prod', 'no rerank', 'no-rerank'], ['prod', 'no\nrerank', 'no-\nrerank']],
    ['wide characters', ['本番', '本番 旧環境'], ['本番', '本番\n旧環境']],
  ])('%s', (_, labels, heads) => {
    expect(shortHeads(headed(...labels), 8)).toEqual({ heads, legend: '' })
  })

  it.each([
    ['a word that is too long', 'productive'],
    ['too many lines', 'prod with a longer name'],
    ['a wide word', '本番環境用'],
  ])('%s: letters of the places among all runs, and what they mean', (_, label) => {
    expect(shortHeads(headed('prod', label), 8)).toEqual({ heads: ['A', 'D'], legend: `A: prod · D: ${label}` })
  })

  it('more runs than letters', () => {
    const labels = Array.from({ length: 60 }, (_, i) => `a-run-of-many-words-${i}`)
    const { heads } = shortHeads(
      labels.map((label, place) => ({ label, place })),
      8,
    )
    expect(new Set(heads).size).toBe(60)
    expect([heads[25], heads[26], heads[52]]).toEqual(['Z', 'A2', 'A3'])
  })
})
