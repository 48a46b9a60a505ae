import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '../../server/src/testing/load/processes.ts'
import { startProduct } from '../../server/src/testing/load/product.ts'
import { quantile } from '../../server/src/testing/load/statistics.ts'
import type { Environment } from '../environment.ts'
import { readLeadsForSale } from '../fill-business.ts'
import { goals } from '../goals.ts'
import { buy, get, send } from '../load.ts'
import type { Options } from '../options.ts'
import type { Row } from '../report.ts'

const streamsPerSecond = 500
/** The server allows no more per agent. */
const streamsPerAgent = 5
/** Streams whose events are read. The others only receive. */
const readStreams = 20
const salesPerSecond = 75
const saleEveryMs = 50

/** One server sells, another one holds the streams of lead events. */
export async function benchEvents(environment: Environment, options: Options): Promise<Row[]> {
  const { agents, databaseUrl } = await environment.openBusiness(options.small)
  const { port, seconds } = options
  const count = Math.min(seconds * streamsPerSecond, agents.length * streamsPerAgent)
  const start = { databaseUrl, folder: environment.folder, env: { SERVER_PROCESSES: '1' } }
  const selling = await startProduct({ ...start, port })
  const holding = await startProduct({ ...start, port: port + 1 })
  const closing = new AbortController()
  try {
    const before = await memoryOf(holding.pid)
    /** Times by lead: of its sale, and of its event on each stream that is read. */
    const soldAt = new Map<string, number>()
    const latenciesMs: number[] = []
    for (let number = 0; number < count; number += 1) {
      const { path, ...init } = get('/api/leads/events', agents[number % agents.length])
      const address = `http://127.0.0.1:${port + 1}${path}`
      const { ok, body } = await fetch(address, { ...init, signal: closing.signal })
      if (!ok || !body) throw new Error(`stream ${number} was not opened`)
      const noteEvents = createEventReader(soldAt, latenciesMs)
      const read = number < readStreams ? noteEvents : () => {}
      body.pipeTo(new WritableStream({ write: read })).catch(() => {}) // Ends when it is aborted.
    }
    const after = await memoryOf(holding.pid)
    const leads = (await readLeadsForSale(databaseUrl)).slice(0, seconds * salesPerSecond)
    for (const [at, id] of leads.entries()) {
      const agent = agents[at % agents.length]
      if (!agent) throw new Error('there are no agents')
      soldAt.set(id, performance.now())
      await send(port, buy(id, agent))
      await sleep(saleEveryMs)
    }
    const expected = leads.length * Math.min(readStreams, count)
    const deadlineMs = performance.now() + 60_000
    while (latenciesMs.length < expected) {
      if (performance.now() > deadlineMs)
        throw new Error(`only ${latenciesMs.length} of ${expected} events arrived`)
      await sleep(20)
    }
    const detail = `${count} streams, ${leads.length} sales`
    const bytes = ((after?.nowMb ?? Number.NaN) - (before?.nowMb ?? 0)) * 1000
    return [
      { ...goals.eventMedian, value: quantile(latenciesMs, 0.5), detail },
      { ...goals.eventP99, value: quantile(latenciesMs, 0.99), detail: '' },
      { ...goals.streamMemory, value: bytes / count, detail: '' },
    ]
  } finally {
    closing.abort()
    await Promise.all([selling.stop(), holding.stop()])
  }
}

/** Reads a stream and notes the time from each sale to its first event. */
function createEventReader(soldAt: ReadonlyMap<string, number>, latenciesMs: number[]) {
  const seen = new Set<string>()
  const decoder = new TextDecoder()
  let rest = ''
  return (bytes: Uint8Array) => {
    rest += decoder.decode(bytes, { stream: true })
    for (const [, id = ''] of rest.matchAll(/"_id":"([0-9a-f-]{36})"/g)) {
      const at = soldAt.get(id)
      if (at === undefined || seen.has(id)) continue
      seen.add(id)
      latenciesMs.push(performance.now() - at)
    }
    rest = rest.slice(Math.max(0, rest.lastIndexOf('}')))
  }
}
