import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { callBenchmarks, callsWithoutBenchmark } from '../calls/all-calls.ts'
import type { CallBenchmark } from '../calls/call-benchmark.ts'
import {
  type Bench,
  type CallFigures,
  COMPARED_AT,
  measureCall,
  medianRatio,
} from '../calls/measure.ts'
import { openSystem } from '../calls/system.ts'
import { renderCalls } from '../calls/table.ts'
import { type Commits, countCommits, measureStaticResponses } from '../calls/upper-bounds.ts'
import { type Environment, requireAllInvariantsHold } from '../environment.ts'
import { HOW_TO_GET_PGBENCH } from '../load/pgbench.ts'
import type { Generator } from '../load/start-generator.ts'
import type { Options } from '../options.ts'
import { inMs, type NotMeasured, perSecond, type Row } from '../report.ts'
import { median } from '../statistics.ts'

const SMALL = 10_000
/** There are many runs, so each takes a fraction of the time of the other parts. */
const SHARE_OF_SECONDS = 0.1

/**
 * Minimum ratios for calls that should not slow down with the size of the database: the median of all, and the slowest
 * one.
 */
const LIMITS = { list: { median: 0.9, each: 0.6 }, write: { median: 0.9, each: 0.6 } }

/** Measures every call of the contract on a small and a large database, with 1, 8 and 64 clients. */
export async function benchCalls(
  environment: Environment,
  generator: Generator,
  options: Options,
): Promise<Row[]> {
  const unknown = callsWithoutBenchmark()
  if (unknown.length > 0) throw new Error(`no benchmark for ${unknown.join(', ')}`)
  const benchmarks = selectBenchmarks(options.calls)
  const seconds = options.seconds * SHARE_OF_SECONDS
  const commits = await countCommits(environment)
  const staticPages = join(environment.folder, 'static-pages')
  await mkdir(staticPages, { recursive: true })
  const open = (leads: number, port: number) =>
    openSystem(environment, { leads, port, staticPages })
  const small = await open(SMALL, options.port + 5)
  try {
    const large = await open(options.leads, options.port + 6)
    try {
      const bench = { generator, small, large, seconds }
      const { figures, failures } = await measureAll(bench, benchmarks, (benchmark) =>
        benchmark.kind === 'list'
          ? measureStaticResponses(bench, benchmark, staticPages)
          : Promise.resolve(commits?.get(COMPARED_AT)?.perSecond),
      )
      const sizes = { small: SMALL, large: options.leads }
      console.log(`\n${renderCalls(figures, sizes)}\n`)
      for (const { databaseUrl } of [small, large]) await requireAllInvariantsHold(databaseUrl)
      return [...commitRows(commits), ...ratioRows(figures, sizes), ...failures]
    } finally {
      await large.close()
    }
  } finally {
    await small.close()
  }
}

/** @throws Error if a call does not exist */
function selectBenchmarks(calls: readonly string[]): readonly CallBenchmark[] {
  const unknown = calls.filter((name) => !callBenchmarks.some(({ call }) => call.name === name))
  if (unknown.length > 0) throw new Error(`--calls: unknown calls ${unknown.join(', ')}`)
  return calls.length === 0
    ? callBenchmarks
    : callBenchmarks.filter(({ call }) => calls.includes(call.name))
}

/** A failed call fails the part at the end. The other calls are still measured. */
async function measureAll(
  bench: Bench,
  benchmarks: readonly CallBenchmark[],
  maxPerSecondOf: (benchmark: CallBenchmark) => Promise<number | undefined>,
): Promise<{ figures: CallFigures[]; failures: NotMeasured[] }> {
  const figures: CallFigures[] = []
  const failures: NotMeasured[] = []
  for (const benchmark of benchmarks) {
    try {
      figures.push(await measureCall(bench, benchmark, () => maxPerSecondOf(benchmark)))
    } catch (error) {
      failures.push({
        what: benchmark.name,
        why: error instanceof Error ? error.message : `${error}`,
      })
    }
  }
  return { figures, failures }
}

function commitRows(commits: Commits | undefined): Row[] {
  if (!commits) return [{ what: 'single-row commits by pgbench', why: HOW_TO_GET_PGBENCH }]
  return [...commits].map(([clients, { perSecond: rate, latency }]) => ({
    what: `single-row commits by pgbench, ${clients} clients`,
    detail: `${perSecond(rate)} (${inMs(latency)})`,
  }))
}

function ratioRows(
  figures: readonly CallFigures[],
  sizes: { small: number; large: number },
): Row[] {
  const of = `${sizes.large.toLocaleString('en')} / ${sizes.small.toLocaleString('en')} leads`
  return (['list', 'write'] as const).flatMap((kind): Row[] => {
    const compared = figures
      .filter(({ benchmark }) => benchmark.kind === kind && benchmark.grows === undefined)
      .map((one) => ({ name: one.benchmark.name, ratio: medianRatio(one) }))
      .sort((a, b) => a.ratio - b.ratio)
    const [slowest] = compared
    if (!slowest) return []
    return [
      {
        what: `all ${kind}s, ${of}`,
        value: median(compared.map(({ ratio }) => ratio)),
        limit: { atLeast: LIMITS[kind].median },
        detail: `median of ${compared.length} benchmarks`,
      },
      {
        what: `the ${kind} with the lowest ratio, ${of}`,
        value: slowest.ratio,
        limit: { atLeast: LIMITS[kind].each },
        detail: compared
          .slice(0, 5)
          .map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`)
          .join('; '),
      },
    ]
  })
}
