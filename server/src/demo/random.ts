/** Random choices that are the same in every run. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** An integer between both limits (inclusive). */
  whole(from: number, to: number): number
  pick<T>(items: readonly T[]): T
  /** Picks an item with a probability proportional to its weight. */
  pickWeighted<T extends { weight: number }>(items: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
}

/** The generator mulberry32: sufficient for demo data, unsafe for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const at = <T>(items: readonly T[], index: number): T => {
    const item = items[index]
    if (item === undefined) throw new RangeError('nothing to choose from')
    return item
  }
  return {
    next,
    whole,
    pick: (items) => at(items, whole(0, items.length - 1)),
    pickWeighted(items) {
      let rest = next() * items.reduce((sum, { weight }) => sum + weight, 0)
      const index = items.findIndex(({ weight }) => {
        rest -= weight
        return rest < 0
      })
      return at(items, index === -1 ? items.length - 1 : index)
    },
    shuffled(items) {
      const result = [...items]
      for (let last = result.length - 1; last > 0; last -= 1) {
        const other = whole(0, last)
        const item = at(result, last)
        result[last] = at(result, other)
        result[other] = item
      }
      return result
    },
  }
}
