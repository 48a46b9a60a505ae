import type { LoadResult } from '../load/jobs.ts'
import type { Generator } from '../load/start-generator.ts'
import { median } from '../statistics.ts'
import type { CallBenchmark } from './call-benchmark.ts'
import type { BenchSystem } from './system-types.ts'

export const CLIENTS = [1, 8, 64] as const
export type Clients = (typeof CLIENTS)[number]
/** Number of clients at which a call is compared with its upper bound. */
export const COMPARED_AT: Clients = 8
/** Enough connections that every server process handles the call. */
const WARM_UP = { clients: 8, requests: 24 }

export type Bench = {
  generator: Generator
  small: BenchSystem
  large: BenchSystem
  /** Duration of one run. */
  seconds: number
}

/** Results of the same load on both databases, run one after the other. */
export type Pair = { clients: Clients; small: LoadResult; large: LoadResult }
export type CallFigures = {
  benchmark: CallBenchmark
  pairs: Pair[]
  /**
   * Rate on the small database divided by the upper bound. For a list: the same response from an object in memory. For
   * a write: commits of one row. Undefined without an upper bound.
   */
  shareOfMax: number | undefined
}

/**
 * @param maxPerSecond returns the upper bound, if known
 * @throws Error with the response if a request fails
 */
export async function measureCall(
  bench: Bench,
  benchmark: CallBenchmark,
  maxPerSecond: () => Promise<number | undefined>,
): Promise<CallFigures> {
  const { small, large } = bench
  const pairs: Pair[] = []
  for (const system of [small, large]) await warmUp(bench, system, benchmark)
  for (const [round, clients] of CLIENTS.entries()) {
    if (clients > benchmark.maxClients) continue
    const run = async (system: BenchSystem) =>
      load(bench, system, {
        clients,
        requests: await benchmark.requests(system, Math.max(benchmark.maxRequests, clients)),
        repeat: benchmark.kind === 'list',
      })
    // The second run finds a warmer machine, so both sides alternate.
    if (round % 2 === 0) {
      const first = await run(small)
      pairs.push({ clients, small: first, large: await run(large) })
    } else {
      const first = await run(large)
      pairs.push({ clients, large: first, small: await run(small) })
    }
  }
  const upperBound = await maxPerSecond()
  const compared = pairs.find(({ clients }) => clients === COMPARED_AT)?.small.perSecond
  return { benchmark, pairs, shareOfMax: upperBound && compared && compared / upperBound }
}

async function warmUp(bench: Bench, system: BenchSystem, benchmark: CallBenchmark): Promise<void> {
  await load(bench, system, {
    clients: Math.min(WARM_UP.clients, benchmark.maxClients),
    requests: await benchmark.requests(system, Math.min(WARM_UP.requests, benchmark.maxRequests)),
    repeat: false,
  })
}

function load(
  { generator, seconds }: Bench,
  { product }: BenchSystem,
  run: { clients: number; requests: string[]; repeat: boolean },
): Promise<LoadResult> {
  return generator.run({ kind: 'send', port: product.port, seconds, ...run })
}

/** Median over all numbers of clients of (rate on the large database / rate on the small one). */
export function medianRatio({ pairs }: CallFigures): number {
  return median(pairs.map(({ small, large }) => large.perSecond / small.perSecond))
}
