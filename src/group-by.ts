/** `Map.groupBy`, which Node 20 does not have: keys in order of first sight. */
export function groupBy<Value, Key>(values: Iterable<Value>, keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}

/** How often each key comes, in order of first sight; `__proto__` is a key like any other. */
export function tally(keys: Iterable<string>): Record<string, number> {
  return Object.fromEntries([...groupBy(keys, (key) => key)].map(([key, members]) => [key, members.length]))
}
