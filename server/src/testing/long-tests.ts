/** Set by `npm run long-tests`. */
const factor = Number(process.env.TEST_REPETITIONS ?? 1)

/** How often a test repeats its work: `count` in `npm test`, a multiple of it in `npm run long-tests`. */
export function repetitions(count: number): number {
  return count * factor
}
