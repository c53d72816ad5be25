import { describe, expect, it } from 'vitest'
import { citesGold, retrievesGold } from '../citations/cites-gold.js'
import { claimRagLawItems } from '../datasets/claimrag-law.js'
import { textPassageId } from '../datasets/text-passage.js'
import { OptionError } from '../errors.js'
import { Item } from '../schema/item.js'
import { claimRagLawSystem } from './claimrag-law-system.js'
import { functionSystem } from './function.js'
import { recordedRun } from './recorded.js'

const CHUNK = "# Article 5\n\nL'été, le délai est suspendu pour l'élève et son maître, sans qu'un avis soit dû."
const gold = textPassageId(CHUNK) ?? ''
const item = Item.parse({ id: '1', question: 'Q?', golds: [{ kind: 'passage', id: gold }], meta: { relevant_chunk: CHUNK } })

const respond = (response: object, options = {}, asked = item) =>
  claimRagLawSystem(
    functionSystem(() => ({ answer: 'A.', ...response })),
    options,
  ).respond({
    ...{ question: asked.question, item: asked, trial: 0 },
    signal: new AbortController().signal,
  })
const idsOf = async (texts: string[], options = {}) =>
  (await respond({ passages: texts.map((text, at) => ({ id: `p${at}`, text })) }, options)).passages?.map(({ id }) => id)

describe('a passage with the words of the relevant chunk has the id of its gold', () => {
  it.each([
    ['the chunk itself', CHUNK, true],
    ['decomposed', CHUNK.normalize('NFD'), true],
    ['with other apostrophes and no Markdown', CHUNK.replaceAll("'", '’').replace('# ', ''), true],
    ['among others', `Article 4. Rien.\n${CHUNK}\nArticle 6. Tout.`, true],
    ['without its accents', CHUNK.normalize('NFD').replace(/\p{M}/gu, ''), false],
    ['with a word changed', CHUNK.replace('maître', 'père'), false],
    ['a part of it', "Article 5. L'été, le délai est suspendu pour l'élève", false],
    ['no text', '', false],
  ])('%s', async (_, text, fits) => {
    expect(await idsOf([text])).toEqual([fits ? gold : 'p0'])
  })

  it('of a plain function too', async () => {
    const system = claimRagLawSystem(() => ({ answer: 'A.', passages: [{ id: 'p0', text: CHUNK }] }))
    const request = { question: 'Q?', item, trial: 0, signal: new AbortController().signal }
    expect(await system.respond(request)).toMatchObject({ passages: [{ id: gold, meta: { id: 'p0' } }] })
  })

  it('a part of eight words counts where that is asked for, and fewer do not', async () => {
    const parts = [
      "le délai est suspendu pour l'élève et son maître",
      'le délai est suspendu',
      'délai est suspendu pour l’élève et son ma',
    ]
    expect(await idsOf(parts, { parts: true })).toEqual([gold, 'p1', 'p2'])
  })

  it('whole words only: Article 5 is not in Article 51', async () => {
    const short = Item.parse({
      ...item,
      golds: [{ kind: 'passage', id: textPassageId('Article 5') }],
      meta: { relevant_chunk: 'Article 5' },
    })
    const passages = ['Article 51', 'See Article 5.'].map((text) => ({ text }))
    const { passages: found } = await respond({ passages }, {}, short)
    expect(found?.map(({ id }) => id)).toEqual([undefined, textPassageId('Article 5')])
  })

  it('its own id stays in `meta`, and citations of it follow, unless another passage has the same', async () => {
    const passages = [
      { id: 'a', text: CHUNK, meta: { rank: 1 } },
      { id: 'b', text: CHUNK },
      { id: 'b', text: 'other' },
    ]
    const found = await respond({ passages, citations: [{ id: 'a' }, 'a', { id: 'b' }, { text: 'see a' }] })
    expect(found.passages).toEqual([
      { id: gold, text: CHUNK, meta: { rank: 1, id: 'a' } },
      { id: gold, text: CHUNK, meta: { id: 'b' } },
      { id: 'b', text: 'other' },
    ])
    expect(found.citations).toEqual([{ id: gold, meta: { id: 'a' } }, { id: gold, text: 'a' }, { id: 'b' }, { text: 'see a' }])
  })

  it('nothing else changes: no passages, no gold, no chunk', async () => {
    expect(await respond({})).toEqual({ answer: 'A.' })
    const passages = [{ id: 'a', text: CHUNK }]
    expect(await respond({ passages }, {}, Item.parse({ ...item, golds: [] }))).toEqual({ answer: 'A.', passages })
    expect(await respond({ passages }, {}, Item.parse({ ...item, meta: {} }))).toEqual({ answer: 'A.', passages })
  })

  it('refuses an option that it does not have', () => {
    expect(() =>
      claimRagLawSystem(
        functionSystem(() => ''),
        { part: true } as object,
      ),
    ).toThrow(OptionError)
  })
})

const FIXTURES = new URL('../../fixtures/formats/claimrag-law/', import.meta.url)

it.each([
  ['VERDANIA', 'verdania', {}, [true, true, true, true, true, true, false, false, null]],
  ['CIVIL', 'civil', {}, [true, true, true, true, false, true]],
  ['CIVIL', 'civil', { parts: true }, [true, true, true, true, true, true]],
])('the golds of the fixture %s are found in its run by their text: %j %j', async (set, run, options, expected) => {
  const { items } = claimRagLawItems(new URL(`${set}-RAG-LAW.json`, FIXTURES), { language: 'und' })()
  const system = claimRagLawSystem(recordedRun(new URL(`${run}-run.jsonl`, FIXTURES)), options)
  const signal = new AbortController().signal
  const found = await Promise.all(items.map(({ item }) => system.respond({ question: item.question, item, trial: 0, signal })))
  const golds = items.map(({ item }) => item.golds)
  expect(golds.map((each, at) => retrievesGold(each, found[at]?.passages).document)).toEqual(expected)
  expect(golds.map((each, at) => citesGold(each, found[at]?.citations).document)).toEqual(expected)
})
