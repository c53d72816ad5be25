import { describe, expect, it } from 'vitest'
import { citedPassages } from './model-citations.js'

const passages = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `Passage ${id}.`, score: 1, url: 'https://law.example' }))
const cited = (answer: string) => citedPassages(answer, passages).map(({ id, text }) => id ?? text)

describe('citations by number', () => {
  it.each<[string, string, string[]]>([
    ['one', 'So it is [1].', ['a']],
    ['none', 'So it is.', []],
    ['in the order of their first mention, each once', 'B [2]. A [1]. B again [2].', ['b', 'a']],
    ['side by side', 'So [1][3].', ['a', 'c']],
    ['a list', 'So [1, 3;4].', ['a', 'c', 'd']],
    ['a range', 'So [2-4].', ['b', 'c', 'd']],
    ['a range with a dash', 'So [1–2].', ['a', 'b']],
    ['a list with a range', 'So [4, 1-2].', ['d', 'a', 'b']],
    ['with a nought in front, the same passage', 'So [01] and [1], [04].', ['a', 'd']],
    ['with a word between', 'So [1 and 2], [3, and 4].', ['a', 'b', 'c', 'd']],
    ['as notes', 'So [^1] and [^2, ^3].', ['a', 'b', 'c']],
    ['a note that there is not', 'So [^9] and [009].', ['[9]', '[009]']],
    ['not marks of another service', 'So 【1†source】.', []],
    ['with a word', 'So [passage 2] and [Passages 3, 4].', ['b', 'c', 'd']],
    ['in other brackets', 'So 【2】.', ['b']],
    ['a number that there is not', 'So [5] and [0].', ['[5]', '[0]']],
    ['a number that there is not, beside one that there is', 'So [1, 7].', ['a', '[7]']],
    ['a range beyond what there is', 'So [3-9].', ['[3-9]']],
    ['a range that runs backwards', 'So [3-1].', ['[3-1]']],
    ['not the year of a neutral citation', 'See [2033] VSC 84.', []],
    ['not a paragraph of the decision just cited', 'See [2033] VSC 84 at [2], and [2033] VSC 84, para [3].', []],
    ['but the passage behind it', 'See [2033] VSC 84 [2].', ['b']],
    ['and one that it looks at', 'Look at [2].', ['b']],
    ['not words in brackets', 'See [Act 12] and [x].', []],
    ['not a link', 'See [the act](https://law.example/1).', []],
  ])('%s', (_, answer, expected) => {
    expect(cited(answer)).toEqual(expected)
  })

  it('carries what names the passage and where it lies, and nothing else of it', () => {
    const [passage] = passages
    const whole = { ...passage, title: 'T', citation: '[2033] X 1', section: '2', document: 'D', start: 1, end: 9, text: 'x' }
    expect(citedPassages('[1]', [whole])).toEqual([
      { id: 'a', title: 'T', citation: '[2033] X 1', section: '2', document: 'D', start: 1, end: 9 },
    ])
    expect(citedPassages('[1]', [{ text: 'nameless', section: '3' }])).toEqual([{ text: '[1]', section: '3' }])
  })
})
