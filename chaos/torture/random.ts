/** Random choices that depend only on a seed. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** An integer between both limits (inclusive). */
  between(min: number, max: number): number
  chance(share: number): boolean
  /** @throws RangeError if the list is empty */
  pick<T>(from: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * @param stream a separate sequence per client and per kind of fault, so that the speed of one does not change the
 * choices of another
 */
export function createRandom(seed: number, stream: number): Random {
  const next = seededRandom(seed * 1009 + stream * 7919)
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick(from) {
      if (from.length === 0) throw new RangeError('the list is empty')
      return from[between(0, from.length - 1)] as (typeof from)[number]
    },
    shuffled(items) {
      const remaining = [...items]
      const mixed: typeof remaining = []
      while (remaining.length > 0)
        mixed.push(...remaining.splice(between(0, remaining.length - 1), 1))
      return mixed
    },
  }
}
