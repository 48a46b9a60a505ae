import type { LoadResult } from '../load/jobs.ts'
import type { Generator } from '../load/start-generator.ts'
import { median } from '../statistics.ts'
import type { CallBenchmark } from './call-benchmark.ts'
import type { BenchSystem } from './system-types.ts'

export const CLIENTS = [1, 8, 64] as const
export type Clients = (typeof CLIENTS)[number]
/** At so many, a call is compared with the most that could be. */
export const COMPARED_AT: Clients = 8
/** Over enough connections that every server process has seen the call. */
const WARM_UP = { clients: 8, requests: 24 }

export type Bench = {
  generator: Generator
  small: BenchSystem
  large: BenchSystem
  /** How long one run loads a server. */
  seconds: number
}

/** Both databases loaded alike, one directly after the other. */
export type Pair = { clients: Clients; small: LoadResult; large: LoadResult }
export type CallFigures = {
  benchmark: CallBenchmark
  pairs: Pair[]
  /**
   * The rate on the small database as a share of the most that could be: of a list, the same answer as an object that is
   * there already; of a write, bare commits of one row. Undefined: there is nothing to compare it with.
   */
  shareOfMax: number | undefined
}

/**
 * @param maxPerSecond what could be done at most, where that is known
 * @throws Error with the answer, where one is not a success
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
    // Whoever comes second finds a warmer machine, so they take turns.
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

/** The median over all numbers of clients: of 1, how many times as fast the large database answers. */
export function medianRatio({ pairs }: CallFigures): number {
  return median(pairs.map(({ small, large }) => large.perSecond / small.perSecond))
}
