/**
 * Keeps the last result of `read` for some time in this process. Concurrent calls share one read, and a failed read is
 * not kept.
 * @param now the clock, in ms
 */
export function cacheFor<T>(
  keptMs: number,
  read: () => Promise<T>,
  now: () => number = Date.now,
): () => Promise<T> {
  let latest: { result: Promise<T>; untilMs: number } | undefined
  return () => {
    if (latest === undefined || latest.untilMs <= now()) {
      const result = read()
      latest = { result, untilMs: now() + keptMs }
      result.catch(() => {
        latest = undefined
      })
    }
    return latest.result
  }
}
