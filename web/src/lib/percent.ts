/** A percentage without a space, as in all texts: 25 → '25%'. */
export function formatPercent(percent: number): string {
  return `${percent}%`
}

/** A share in whole percent; '—' if the whole is 0. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '—' : formatPercent(Math.round((100 * part) / whole))
}
