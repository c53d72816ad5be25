/** A JSON object as far as it could be read. `whole`: it ended, and nothing in it was left out. */
export interface ReadObject {
  value: Record<string, unknown>
  whole: boolean
  /** The member in which it was cut off, which may be a list of what had ended by then. */
  cut: string | undefined
}

/**
 * The JSON object in a model's reply that has one of the expected fields. Reads past prose, code fences and thinking before it and anything
 * after it, and accepts trailing commas and bare line breaks in strings. Of an object that is cut off it keeps every member and array
 * element that had ended. null where there is none. It guesses nothing: quotes, words and numbers must be JSON's.
 *
 * Thinking ends with `</think>`; many servers send it without its beginning. A draft in it is no reply, thinking that never ends is followed by
 * none, and a `</think>` inside a string of the object is a text like any other. A reply that opens with its object holds no thinking.
 */
export function readJson(text: string, expected: readonly string[]): ReadObject | null {
  const thinks = /^\s*<think>/.test(text)
  const start = thinks ? afterThought(text, 0) : 0
  if (start === -1) return null
  let { found, end } = firstObject(text, start, expected)
  if (!thinks && found !== null && /^\s*(?:```\w*\s*)?$/.test(text.slice(0, found.start))) return found.object
  for (let next = afterThought(text, end); next !== -1; next = afterThought(text, end)) {
    const later = firstObject(text, next, expected)
    if (later.found !== null) found = later.found
    end = later.end
  }
  return found?.object ?? null
}

const THOUGHT_ENDS = '</think>'

/** Where the next thinking has ended; -1 where none does. */
function afterThought(text: string, from: number): number {
  const at = text.indexOf(THOUGHT_ENDS, from)
  return at === -1 ? -1 : at + THOUGHT_ENDS.length
}

const MAX_TRIES = 50

/** The first object with an expected field; `end` is how far it was read, or looked for. */
function firstObject(
  text: string,
  from: number,
  expected: readonly string[],
): { found: { object: ReadObject; start: number } | null; end: number } {
  let start = text.indexOf('{', from)
  let end = from
  for (let tries = 0; start !== -1 && tries < MAX_TRIES; tries += 1) {
    const reader = new Reader(text, start)
    const object = reader.object()
    if (object !== null && expected.some((name) => Object.hasOwn(object.value, name)))
      return { found: { object, start }, end: reader.position }
    end = start
    start = text.indexOf('{', start + 1)
  }
  return { found: null, end }
}

/** A value and whether it ended; null where there is none. */
type Read<Value = unknown> = { value: Value; whole: boolean } | null

const MAX_DEPTH = 20

class Reader {
  constructor(
    private readonly text: string,
    private at: number,
    private depth = 0,
  ) {}

  /** One past what was read. */
  get position(): number {
    return this.at
  }

  object(): ReadObject | null {
    // Own members only, `__proto__` included.
    const value = Object.create(null) as Record<string, unknown>
    let cut: string | undefined
    const whole = this.members('}', () => {
      const name = this.string()
      if (name === null || !name.whole) return false
      this.space()
      if (this.text[this.at] !== ':') return false
      this.at += 1
      const member = this.value()
      if (member?.whole !== true) cut = name.value
      if (member === null) return false
      // A cut-off object or text says something else than the whole one; a cut-off list is the list of what had ended.
      if (member.whole || Array.isArray(member.value)) value[name.value] = member.value
      return member.whole
    })
    return whole === null ? null : { value, whole, cut }
  }

  private array(): Read<unknown[]> {
    const value: unknown[] = []
    const whole = this.members(']', () => {
      const element = this.value()
      if (element === null || !element.whole) return false
      value.push(element.value)
      return true
    })
    return whole === null ? null : { value, whole }
  }

  /** Reads separated members up to the closing bracket; false where it stopped before. */
  private members(close: string, member: () => boolean): boolean | null {
    if (this.depth > MAX_DEPTH) return null
    this.depth += 1
    this.at += 1
    try {
      for (;;) {
        this.space()
        if (this.text[this.at] === close) {
          this.at += 1
          return true
        }
        if (!member()) return false
        this.space()
        if (this.text[this.at] === ',') this.at += 1
        else if (this.text[this.at] !== close) return false
      }
    } finally {
      this.depth -= 1
    }
  }

  private value(): Read {
    this.space()
    const next = this.text[this.at]
    if (next === '{') return this.object()
    if (next === '[') return this.array()
    if (next === '"') return this.string()
    return this.word()
  }

  private string(): Read<string> {
    this.space()
    if (this.text[this.at] !== '"') return null
    let end = this.at + 1
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1
    if (end >= this.text.length) return { value: '', whole: false }
    const raw = this.text.slice(this.at, end + 1)
    this.at = end + 1
    try {
      return {
        value: JSON.parse(raw.replace(/\p{Cc}/gu, (bare) => JSON.stringify(bare).slice(1, -1))) as string,
        whole: true,
      }
    } catch {
      return null
    }
  }

  private word(): Read {
    const word = /^[-+.\w]+/.exec(this.text.slice(this.at, this.at + 64))?.[0] ?? ''
    const end = this.at + word.length
    // At the very end, `12` may be the beginning of `120`.
    if (word === '' || end >= this.text.length) return null
    this.at = end
    try {
      return { value: JSON.parse(word) as unknown, whole: true }
    } catch {
      return null
    }
  }

  private space(): void {
    while (/\s/.test(this.text[this.at] ?? '')) this.at += 1
  }
}
