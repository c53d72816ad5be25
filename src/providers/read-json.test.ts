import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from './read-json.js'

const read = (text: string) => readJson(text, ['claims', 'correct'])
const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

describe('readJson', () => {
  it.each([
    ['plain', '{"correct": true}'],
    ['in a code fence', '```json\n{"correct": true}\n```'],
    ['with prose before and after', 'Sure, {here} it is: {"correct": true} Hope that {helps}.'],
    ['with trailing commas', '{"correct": true,}'],
    ['after thinking that drafts another', '<think>{"correct": false}</think>{"correct": true}'],
    ['with a BOM and line breaks', '\uFEFF\r\n{\r\n"correct"\t:\r\ntrue}'],
  ])('fault 10: reads an object %s', (_, text) => {
    const found = read(text)
    expect(found?.whole).toBe(true)
    expect(plain(found?.value)).toEqual({ correct: true })
  })

  describe('thinking', () => {
    const draft = '{"correct": false, "claims": []}'
    const fake = '</think>{"correct": false}'
    const real = JSON.stringify({ correct: true, why: `the answer says ${fake}` })
    it.each([
      ['in a string of the object', real],
      ['in a string of an object in a code fence', `\`\`\`json\n${real}\n\`\`\``],
      ['in a string of an object after prose', `Here it is: ${real}`],
      ['after the object, in prose', `${real} The answer says ${fake}`],
      ['before it, and in its string', `<think>Hm.</think>${real}`],
      ['before it, without a beginning', `Hm. </think>\n${real}`],
      ['after a draft', `<think>${draft}</think>${real}`],
      ['after a draft, without a beginning', `Let me see: ${draft} Yes. </think> ${real}`],
      ['after drafts, the last of which it ends', `<think>${draft}</think>Or ${draft}</think>${real}`],
      ['quoted in the thinking', `<think>It says ${fake} and is right.</think>${real}`],
      ['after a draft that is broken', `<think>{"claims": [{"text": "ab </think>${real}`],
      ['after more braces than are tried', `<think>${'{a} '.repeat(200)}</think>${'{b} '.repeat(40)}${real}`],
      ['without a beginning, after more braces than are tried', `${'{a} '.repeat(200)}</think>${real}`],
    ])('ends where the object does not hold its end: %s', (_, text) => {
      const found = read(text)
      expect(found?.whole).toBe(true)
      expect(plain(found?.value)).toEqual(JSON.parse(real))
    })

    it('is no reply where it does not end, whatever it drafts', () => {
      expect(read(`<think>Let me see: ${draft}`)).toBeNull()
    })

    it('is not looked for in an object that is cut off', () => {
      expect(read(real.slice(0, -20))).toMatchObject({ whole: false, value: { correct: true } })
    })

    it('an object that quotes what it does not escape is cut off, and what it quotes is not taken', () => {
      const text = `Here: {"correct": true, "why": "it says ${fake}"}`
      expect(read(text)).toMatchObject({ whole: false, value: { correct: true } })
    })
  })

  it('fault 10: keeps bare line breaks inside strings', () => {
    expect(read('{"correct": null, "why": "one\ntwo"}')?.value['why']).toBe('one\ntwo')
  })

  it.each([
    ['no object', 'yes'],
    ['an empty text', ''],
    ['an object of something else', '{"verdict": "yes"}'],
    ['single quotes', "{'correct': true}"],
  ])('finds nothing in %s', (_, text) => {
    expect(read(text)).toBeNull()
  })

  it('fault 11: keeps the whole elements of a list that is cut off, and says in which member', () => {
    const found = read('{"correct": true, "claims": [{"id": 1}, {"id": 2, "text": "ab')
    expect(found).toMatchObject({ whole: false, cut: 'claims' })
    expect(plain(found?.value)).toEqual({ correct: true, claims: [{ id: 1 }] })
  })

  it.each([
    ['a number that may go on', '{"claims": [], "n": 12'],
    ['a text', '{"claims": [], "n": "1'],
    ['an object', '{"claims": [], "n": {"a": 1'],
    ['a Python word', '{"claims": [], "n": None, "m": 1}'],
  ])('guesses nothing from %s', (_, text) => {
    const found = read(text)
    expect(found?.whole).toBe(false)
    expect(plain(found?.value)).toEqual({ claims: [] })
  })

  it('takes `__proto__` as any other name', () => {
    const found = read('{"claims": [], "__proto__": {"correct": true}}')
    expect(found?.value['correct']).toBeUndefined()
    expect(Object.keys(found?.value ?? {})).toEqual(['claims', '__proto__'])
  })

  it('reads whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const found = read(JSON.stringify({ claims: value }))
        expect(found?.whole).toBe(true)
        expect(plain(found?.value)).toEqual(plain({ claims: value }))
      }),
    )
  })

  it('fault 11: of any beginning of a reply it returns only elements that the whole has', () => {
    const whole = {
      claims: [
        { id: 1, text: 'a "b" {c}' },
        { id: 22, text: 'é\\', n: [1, 2] },
        { id: 3, text: '' },
      ],
      correct: true,
    }
    const text = JSON.stringify(whole)
    for (let end = 0; end < text.length; end += 1) {
      const found = read(text.slice(0, end))
      expect(found?.whole ?? false).toBe(false)
      const claims = plain(found?.value['claims'] ?? []) as unknown[]
      expect(claims).toEqual(whole.claims.slice(0, claims.length))
    }
  })
})
