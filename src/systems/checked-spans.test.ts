import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { legalbenchRagCorpus } from '../datasets/legalbench-rag/corpus.js'
import { OptionError, SystemError } from '../errors.js'
import { Item } from '../schema/item.js'
import { checkedSpans } from './checked-spans.js'
import { functionSystem } from './function.js'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docket-spans-'))
  mkdirSync(join(folder, 'x'))
  writeFileSync(join(folder, 'x/a.txt'), '\ufeffFee: ten.')
})
afterAll(() => rmSync(folder, { recursive: true }))

const chunk = { document: 'x/a.txt', start: 6, end: 9, text: 'ten' }

async function respond(response: object): Promise<object> {
  const item = Item.parse({ id: '1', question: 'What is the fee?' })
  const system = checkedSpans(
    functionSystem(() => ({ answer: 'Ten.', ...response })),
    legalbenchRagCorpus(folder),
  )
  return system.respond({ question: item.question, item, trial: 0, signal: new AbortController().signal })
}

describe('checkedSpans', () => {
  it('takes a plain function too', async () => {
    const system = checkedSpans(function retriever() {
      return { answer: 'Ten.', passages: [{ ...chunk, start: 5 }] }
    }, legalbenchRagCorpus(folder))
    expect(system).toMatchObject({ name: 'retriever', kind: 'function', live: true })
    const item = Item.parse({ id: '1', question: 'What is the fee?' })
    const asked = system.respond({ question: item.question, item, trial: 0, signal: new AbortController().signal })
    await expect(asked).rejects.toThrow(/^passages\.0: /)
  })

  it.each([undefined, null, 'http://localhost'])('%s is no system', (given) => {
    expect(() => checkedSpans(given as never, legalbenchRagCorpus(folder))).toThrow(OptionError)
  })

  it.each([
    [
      'chunks as the document has them',
      { passages: [chunk], citations: [{ document: 'x/a.txt', start: 6, end: 9, text: 'the lease' }] },
    ],
    ['passages without offsets', { passages: [{ text: 'ten' }, { id: '7', document: 'x/a.txt' }], citations: [{ id: '7' }] }],
    ['no passages and no citations', {}],
  ])('lets through %s', async (_, response) => {
    expect(await respond(response)).toEqual({ answer: 'Ten.', ...response })
  })

  it.each([
    [
      'fault 46: a chunk that is off by the BOM',
      { passages: [chunk, { ...chunk, start: 5, end: 8 }] },
      'passages.1: a chunk of x/a.txt at [5, 8): expected its text to be " te"',
    ],
    [
      'fault 46: a chunk that counts bytes',
      { passages: [{ ...chunk, start: 8, end: 11 }] },
      'passages.0: a chunk of x/a.txt at [8, 11): expected 0 <= start < end <= 10',
    ],
    [
      'a citation of what there is not',
      { citations: [{ text: 'the lease', document: 'x/a.txt', start: 6, end: 11 }] },
      'citations.0: a chunk of x/a.txt at [6, 11)',
    ],
    [
      'a document that there is not',
      { passages: [{ ...chunk, document: 'a.txt' }] },
      'passages.0: a chunk of a.txt: no such file',
    ],
  ])('stops %s', async (_, response, message) => {
    const error = await respond(response).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SystemError)
    expect(error).toMatchObject({ kind: 'shape', message: expect.stringContaining(message) })
  })
})
