const countFormat = new Intl.NumberFormat('en-IN')

/** Formats a count with Indian grouping: 123456 → '1,23,456'. */
export function formatCount(count: number): string {
  return countFormat.format(count)
}
