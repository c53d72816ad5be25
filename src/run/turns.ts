/** Permission to run one case. */
export interface Slot {
  /** Place in the order of dispatch over the whole run, from 0. */
  sequence: number
  /** Unix time in milliseconds. */
  startedAt: number
}

/** Who may run now: at most so many cases at a time, in order of request. A holder is whoever asks, such as a worker. */
export interface Turns {
  acquire(holder: object): Promise<Slot>
  release(holder: object): void
  /** Gives back the slots of a holder and its places in the queue. */
  drop(holder: object): void
  /** Counts dispatches from 0 again. */
  reset(): void
}

/** @param most How many may run at a time; asked whenever a place could be free. */
export function createTurns(most: () => number): Turns {
  let sequence = 0
  let inFlight = 0
  let queue: { holder: object; grant: (slot: Slot) => void }[] = []
  const slots = new Map<object, number>()

  const dispatch = () => {
    while (inFlight < most()) {
      const next = queue.shift()
      if (next === undefined) return
      inFlight += 1
      slots.set(next.holder, (slots.get(next.holder) ?? 0) + 1)
      next.grant({ sequence: sequence++, startedAt: Date.now() })
    }
  }

  return {
    acquire: (holder) =>
      new Promise((grant) => {
        queue.push({ holder, grant })
        dispatch()
      }),
    release(holder) {
      const held = slots.get(holder)
      if (held === undefined) return
      if (held > 1) slots.set(holder, held - 1)
      else slots.delete(holder)
      inFlight -= 1
      dispatch()
    },
    drop(holder) {
      queue = queue.filter((waiting) => waiting.holder !== holder)
      inFlight -= slots.get(holder) ?? 0
      slots.delete(holder)
      dispatch()
    },
    reset() {
      sequence = 0
    },
  }
}
