import { type Environment, openEnvironment } from './environment.ts'
import { type Generator, startGenerator } from './load/start-generator.ts'
import {
  type Options,
  optionsOrUsage,
  PARTS,
  type Part,
  readOptions,
  stopOnSignal,
  USAGE,
} from './options.ts'
import { benchBuy } from './parts/buy.ts'
import { benchCalls } from './parts/calls.ts'
import { benchFlood } from './parts/flood.ts'
import { benchList } from './parts/list.ts'
import { benchMemory } from './parts/memory.ts'
import { benchSize } from './parts/size.ts'
import { benchStart } from './parts/start.ts'
import { benchTransactions } from './parts/transactions.ts'
import { benchUploads } from './parts/uploads.ts'
import { benchUsers } from './parts/users.ts'
import { isPassed, type Row, renderTable } from './report.ts'

type Bench = (environment: Environment, generator: Generator, options: Options) => Promise<Row[]>

const benches: Record<Part, Bench> = {
  buy: benchBuy,
  list: benchList,
  calls: benchCalls,
  memory: benchMemory,
  start: benchStart,
  size: benchSize,
  users: benchUsers,
  transactions: benchTransactions,
  uploads: benchUploads,
  flood: benchFlood,
}

const options = optionsOrUsage(readOptions, USAGE)
const environment = await openEnvironment(options)
const generator = startGenerator()
let closing: Promise<void> | undefined
function close(): Promise<void> {
  closing ??= Promise.resolve(generator.close()).then(() => environment.close())
  return closing
}
stopOnSignal(close)

const rows: Row[] = []
for (const part of PARTS.filter((name) => options.only.includes(name))) {
  const startedAt = performance.now()
  try {
    rows.push(...(await benches[part](environment, generator, options)))
  } catch (error) {
    console.error(error)
    rows.push({ what: part, why: error instanceof Error ? error.message : String(error) })
  }
  console.error(`${part}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
await close()
console.log(`\n${renderTable(rows)}\n`)
process.exit(isPassed(rows) ? 0 : 1)
