/**
 * Values by pieces of texts in UTF-8, which are looked up where they stand: no string is made of a piece that is known. A corpus says the same words millions of
 * times, and to cut each out and hash it takes most of the time of an index. It forgets all when it holds more than so many pieces.
 */
export class PieceTable<Value> {
  #slots = new Int32Array(1 << 12)
  #hashes = new Int32Array(1 << 11)
  /** Where the bytes of each piece begin in the pool; one more at the end. */
  #starts = new Int32Array((1 << 11) + 1)
  #pool = new Uint8Array(1 << 15)
  #values: Value[] = []
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /** The value of the bytes from `start` up to `end`; made by `make` where there is none yet. */
  get(bytes: Uint8Array, start: number, end: number, make: (start: number, end: number) => Value): Value {
    let hash = 0
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193)
    hash ^= hash >>> 15
    const known = this.#find(bytes, start, end, hash)
    if (known >= 0) return this.#values[known] as Value
    const value = make(start, end)
    this.#add(bytes, start, end, hash, value)
    return value
  }

  /** The place of a piece among the values; -1 where it is not known. */
  #find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = (this.#slots[slot] as number) - 1
      if (id < 0) return -1
      if (this.#hashes[id] === hash && this.#holds(id, bytes, start, end)) return id
    }
  }

  #holds(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#starts[id] as number
    const length = (this.#starts[id + 1] as number) - from
    if (length !== end - start) return false
    for (let at = 0; at < length; at += 1) if (this.#pool[from + at] !== (bytes[start + at] as number)) return false
    return true
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number, value: Value): void {
    if (this.#values.length >= this.#most) {
      this.#slots.fill(0)
      this.#values = []
    }
    const id = this.#values.length
    if (id === this.#hashes.length) this.#grow()
    const from = id === 0 ? 0 : (this.#starts[id] as number)
    while (from + end - start > this.#pool.length) this.#pool = widened(this.#pool, new Uint8Array(2 * this.#pool.length))
    for (let at = start; at < end; at += 1) this.#pool[from + at - start] = bytes[at] as number
    this.#starts[id] = from
    this.#starts[id + 1] = from + end - start
    this.#hashes[id] = hash
    this.#values.push(value)
    this.#place(id)
  }

  #place(id: number): void {
    const mask = this.#slots.length - 1
    let slot = (this.#hashes[id] as number) & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = id + 1
  }

  /** Twice the pieces; slots stay half empty. */
  #grow(): void {
    this.#hashes = widened(this.#hashes, new Int32Array(2 * this.#hashes.length))
    this.#starts = widened(this.#starts, new Int32Array(2 * this.#starts.length - 1))
    this.#slots = new Int32Array(2 * this.#slots.length)
    for (let id = 0; id < this.#values.length; id += 1) this.#place(id)
  }
}

function widened<Numbers extends Int32Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
