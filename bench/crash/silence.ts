/** The longest time without an acknowledgement since a moment, in ms. */
export function longestSilence(acknowledgedAtMs: readonly number[], sinceMs: number): number {
  let last = sinceMs
  let longest = 0
  for (const at of acknowledgedAtMs.slice(
    acknowledgedAtMs.findLastIndex((ms) => ms <= sinceMs) + 1,
  )) {
    longest = Math.max(longest, at - last)
    last = at
  }
  return longest
}
