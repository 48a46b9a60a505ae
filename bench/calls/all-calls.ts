import { endpoints } from '../../contract/src/endpoints.ts'
import { accountWrites } from './account-writes.ts'
import type { CallBenchmark } from './call-benchmark.ts'
import { lists } from './lists.ts'
import { moneyWrites } from './money-writes.ts'
import { pipelineWrites } from './pipeline-writes.ts'
import { quoteCalls } from './quotes.ts'
import { tradeWrites } from './trade-writes.ts'

/**
 * All benchmarks in the order of measurement. Lists come first because they change nothing. Orders come last because
 * the reconciler checks unpaid orders from a minute later on.
 */
export const callBenchmarks: readonly CallBenchmark[] = [
  ...lists,
  ...tradeWrites,
  ...quoteCalls,
  ...pipelineWrites,
  ...accountWrites,
  ...moneyWrites,
]

/** Endpoints of the contract without a benchmark. */
export function callsWithoutBenchmark(): string[] {
  const known = new Set(callBenchmarks.map(({ call }) => call.name))
  return endpoints.map(({ name }) => name).filter((name) => !known.has(name))
}
