import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient, withNewDatabase } from './environment.ts'
import { addAgents, insertLeads, leadId, settle } from './fill.ts'
import { openSteadyBuyer } from './load/steady-buyer.ts'
import { readNumbers } from './options.ts'
import { memoryOf, startProduct } from './product.ts'
import { latencyOf } from './statistics.ts'

// Measures the streams of lead events: `node bench/lead-events.ts`. One server sells, another one holds the streams. It
// prints the time from the start of a sale to its event, and the memory of a stream.

const SALES = 300
const SALE_EVERY_MS = 50
const STREAMS_OF_AGENT = 5
/** Streams whose events are read. The others only receive. */
const READ_STREAMS = 20

const options = readNumbers({ streams: 2000, port: 24_170 })
const { streams, port } = options
const sockets: Socket[] = []

await withNewDatabase('lead_events', options.folder, async (databaseUrl, { folder }) => {
  const agents = await withClient(databaseUrl, async (client) => {
    const added = await addAgents(client, Math.ceil(streams / STREAMS_OF_AGENT))
    await insertLeads(client, { first: 0, count: SALES + 1000 })
    await settle(client)
    return added
  })
  const env = { SERVER_PROCESSES: '1' }
  const selling = await startProduct({ port, databaseUrl, folder, env })
  const holding = await startProduct({ port: port + 1, databaseUrl, folder, env })
  try {
    const before = await memoryOf(holding.pid)
    const soldAt = new Map<string, number>()
    /** Time from the start of the sale to its event, by stream and lead. */
    const latencies = new Map<string, number>()
    let opened = 0
    for (let number = 0; number < streams; number += 1) {
      const socket = connect(port + 1, '127.0.0.1')
      sockets.push(socket)
      await once(socket, 'connect')
      const { token = '' } = agents[number % agents.length] ?? {}
      socket.write(
        `GET /api/leads/events HTTP/1.1\r\nhost: 127.0.0.1:${port + 1}\r\nauthorization: Bearer ${token}\r\n\r\n`,
      )
      socket.once('data', (bytes: Buffer | string) => {
        if (String(bytes).startsWith('HTTP/1.1 200')) opened += 1
      })
      if (number >= READ_STREAMS) {
        socket.resume()
        continue
      }
      let rest = ''
      socket.setEncoding('latin1').on('data', (text: string) => {
        const now = performance.now()
        rest += text
        for (const [, id = ''] of rest.matchAll(/"_id":"([0-9a-f-]{36})"/g)) {
          const at = soldAt.get(id)
          const key = `${number} ${id}`
          if (at !== undefined && !latencies.has(key)) latencies.set(key, now - at)
        }
        rest = rest.slice(Math.max(0, rest.lastIndexOf('}')))
      })
    }
    await waitUntil(() => opened === streams, 'every stream is open')
    const after = await memoryOf(holding.pid)
    const ids = (function* () {
      for (let number = 0; number < SALES; number += 1) {
        const id = leadId(number)
        soldAt.set(id, performance.now())
        yield id
      }
    })()
    const buyer = await openSteadyBuyer(port, agents, ids)
    buyer.start(SALE_EVERY_MS)
    // Not all leads, because the buyer fails if no lead is left.
    await waitUntil(() => soldAt.size >= SALES * 0.9, 'the sales are made')
    const bought = await buyer.stop()
    await waitUntil(() => latencies.size >= bought * READ_STREAMS, 'every event is read')
    buyer.close()
    const { p50Ms, p99Ms } = latencyOf([...latencies.values()])
    console.log(`${streams} streams, ${bought} sales, ${latencies.size} events read`)
    console.log(`sale to event: p50 ${Math.round(p50Ms)} ms, p99 ${Math.round(p99Ms)} ms`)
    console.log('memory before and with the streams:', before, after)
  } finally {
    for (const socket of sockets) socket.destroy()
    await Promise.all([selling.stop(), holding.stop()])
  }
})

/** @throws Error if it takes longer than two minutes */
async function waitUntil(condition: () => boolean, what: string): Promise<void> {
  const deadlineMs = performance.now() + 120_000
  while (!condition()) {
    if (performance.now() > deadlineMs) throw new Error(`not reached within two minutes: ${what}`)
    await sleep(20)
  }
}
