/** Random choices that follow from a seed alone. */
export type Dice = {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number, both ends included. */
  between(least: number, most: number): number
  chance(share: number): boolean
  /** @throws RangeError where there is nothing to pick from */
  pick<T>(from: readonly T[]): T
  shuffled<T>(items: readonly T[]): T[]
}

/** Numbers from 0 to 1 that follow from the seed alone (mulberry32). */
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
 * @param lane of whoever throws them: each client and each kind of fault has dice of its own, so that what one of them
 * chooses doesn't depend on how quick the others are
 */
export function diceOf(seed: number, lane: number): Dice {
  const next = seededRandom(seed * 1009 + lane * 7919)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick(from) {
      if (from.length === 0) throw new RangeError('there is nothing to pick from')
      return from[between(0, from.length - 1)] as (typeof from)[number]
    },
    shuffled(items) {
      const left = [...items]
      const mixed: typeof left = []
      while (left.length > 0) mixed.push(...left.splice(between(0, left.length - 1), 1))
      return mixed
    },
  }
}
