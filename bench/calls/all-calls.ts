import { endpoints } from '../../contract/src/endpoints.ts'
import { accountWrites } from './account-writes.ts'
import type { CallBenchmark } from './call-benchmark.ts'
import { lists } from './lists.ts'
import { moneyWrites } from './money-writes.ts'
import { tradeWrites } from './trade-writes.ts'

/**
 * How each call is asked, in the order in which they are measured: first what changes nothing, last the orders, of which
 * those that nobody pays are asked about at the gateway from a minute later on.
 */
export const callBenchmarks: readonly CallBenchmark[] = [
  ...lists,
  ...tradeWrites,
  ...accountWrites,
  ...moneyWrites,
]

/** Calls of the contract that nothing says how to ask. */
export function callsWithoutBenchmark(): string[] {
  const known = new Set(callBenchmarks.map(({ call }) => call.name))
  return endpoints.map(({ name }) => name).filter((name) => !known.has(name))
}
