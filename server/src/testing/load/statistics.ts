/**
 * The middle value, or the mean of the two middle values.
 * @throws RangeError for an empty list
 */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/**
 * The value that the given share of the values does not exceed, interpolated.
 * @param share from 0 to 1: 0.99 is the 99th percentile
 * @throws RangeError for an empty list
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)]
  const above = sorted[Math.ceil(place)]
  if (below === undefined || above === undefined) throw new RangeError('there are no values')
  return below + (above - below) * (place - Math.floor(place))
}

/** The longest time in ms between two consecutive times, starting at `sinceMs`. */
export function longestGapMs(timesMs: readonly number[], sinceMs: number): number {
  let last = sinceMs
  let longest = 0
  for (const at of timesMs.slice(timesMs.findLastIndex((ms) => ms <= sinceMs) + 1)) {
    longest = Math.max(longest, at - last)
    last = at
  }
  return longest
}
