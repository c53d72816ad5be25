import { createHash } from 'node:crypto'

const SIZE = 624
const SHIFT = 397

/**
 * What CPython gives for `random.seed(text); random.random()`: the Mersenne Twister MT19937 of Matsumoto and Nishimura (1998), initialised by
 * the key that seeding with a string makes (its UTF-8 bytes and their SHA-512, as one number), and its first 53-bit draw, in [0, 1).
 */
export function firstDraw(text: string): number {
  const state = initByArray(keyOf(text))
  // The first two outputs need the first two words of the twisted state, and those only words of the old one.
  const [high, low] = [temper(twist(state, 0)) >>> 5, temper(twist(state, 1)) >>> 6]
  return (high * 2 ** 26 + low) / 2 ** 53
}

/** The seed as 32-bit words, the lowest first, without leading zeros. */
function keyOf(text: string): Uint32Array {
  const bytes = Buffer.from(text, 'utf8')
  const seed = Buffer.concat([bytes, createHash('sha512').update(bytes).digest()])
  const first = seed.findIndex((byte) => byte !== 0)
  const digits = seed.subarray(Math.max(first, 0)).toReversed()
  const words = new Uint32Array(Math.ceil(digits.length / 4))
  digits.forEach((byte, place) => {
    words[place >> 2] = (at(words, place >> 2) | (byte << (8 * (place % 4)))) >>> 0
  })
  return words
}

function initByArray(key: Uint32Array): Uint32Array {
  const state = new Uint32Array(SIZE)
  state[0] = 19650218
  for (let i = 1; i < SIZE; i += 1) state[i] = Math.imul(1812433253, mixed(state, i)) + i
  let i = 1
  const next = () => {
    i += 1
    if (i < SIZE) return
    state[0] = at(state, SIZE - 1)
    i = 1
  }
  for (let step = 0, j = 0; step < Math.max(SIZE, key.length); step += 1, j = (j + 1) % key.length) {
    state[i] = (at(state, i) ^ Math.imul(mixed(state, i), 1664525)) + at(key, j) + j
    next()
  }
  for (let step = 1; step < SIZE; step += 1) {
    state[i] = (at(state, i) ^ Math.imul(mixed(state, i), 1566083941)) - i
    next()
  }
  state[0] = 0x80000000
  return state
}

function mixed(state: Uint32Array, i: number): number {
  const before = at(state, i - 1)
  return before ^ (before >>> 30)
}

function twist(state: Uint32Array, i: number): number {
  const joined = (at(state, i) & 0x80000000) | (at(state, i + 1) & 0x7fffffff)
  return at(state, i + SHIFT) ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0)
}

function temper(word: number): number {
  let y = word
  y ^= y >>> 11
  y ^= (y << 7) & 0x9d2c5680
  y ^= (y << 15) & 0xefc60000
  return y ^ (y >>> 18)
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0
}
