import type { Environment } from './environment.ts'
import { type Options, type Part, partNames } from './options.ts'
import { benchBuy } from './parts/buy.ts'
import { benchCalls } from './parts/calls.ts'
import { benchEvents } from './parts/events.ts'
import { benchFilters } from './parts/filters.ts'
import { benchFlood } from './parts/flood.ts'
import { benchImports } from './parts/imports.ts'
import { benchIntake } from './parts/intake.ts'
import { benchJobs } from './parts/jobs.ts'
import { benchList } from './parts/list.ts'
import { benchMemory } from './parts/memory.ts'
import { benchPages } from './parts/pages.ts'
import { benchSize } from './parts/size.ts'
import { benchStart } from './parts/start.ts'
import { benchWebhooks } from './parts/webhooks.ts'
import type { Row } from './report.ts'

type Bench = (environment: Environment, options: Options) => Promise<Row[]>

const benches: Record<Part, Bench> = {
  list: benchList,
  filters: benchFilters,
  pages: benchPages,
  buy: benchBuy,
  calls: benchCalls,
  flood: benchFlood,
  events: benchEvents,
  jobs: benchJobs,
  memory: benchMemory,
  intake: benchIntake,
  imports: benchImports,
  webhooks: benchWebhooks,
  start: benchStart,
  size: benchSize,
}

/** Runs the parts one after the other. A part that fails is a row of the table. */
export async function runParts(environment: Environment, options: Options): Promise<Row[]> {
  const rows: Row[] = []
  for (const part of partNames.filter((name) => options.only.includes(name))) {
    const startedAt = performance.now()
    try {
      rows.push(...(await benches[part](environment, options)))
    } catch (error) {
      console.error(error)
      rows.push({ what: part, why: error instanceof Error ? error.message : String(error) })
    }
    console.error(`${part}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
  }
  return rows
}
