/** Does the work of every item, so many at a time, in the items' order. Rejects with the first failure once all that began has ended. */
export async function inPool<Item>(items: readonly Item[], size: number, work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  const failures: unknown[] = []
  const worker = async () => {
    for (const item of queue) {
      if (failures.length > 0) return
      try {
        await work(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: size }, worker))
  if (failures.length > 0) throw failures[0]
}
