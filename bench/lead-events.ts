import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { openEnvironment, withClient } from './environment.ts'
import { addAgents, addLeads, leadId, settle } from './fill.ts'
import { openSteadyBuyer } from './load/steady-buyer.ts'
import { positiveInteger } from './options.ts'
import { memoryOf, startProduct } from './product.ts'
import { latencyOf } from './statistics.ts'

// Measures the streams of lead events: `node bench/lead-events.ts`. One product sells, the other one holds the streams. It prints
// the time from the start of a sale to its event, and the memory of a stream.

const SALES = 300
const SALE_EVERY_MS = 50
const STREAMS_OF_AGENT = 5
/** Streams whose events are read. The others only receive. */
const READ_STREAMS = 20

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '2000' },
    port: { type: 'string', default: '24170' },
    folder: { type: 'string' },
  },
})
const streams = positiveInteger('--streams', values.streams)
const port = positiveInteger('--port', values.port)

const environment = await openEnvironment({ folder: values.folder, databaseUrl: undefined })
const sockets: Socket[] = []
try {
  const databaseUrl = await environment.createDatabase('lead_events')
  const agents = await withClient(databaseUrl, async (client) => {
    const made = await addAgents(client, Math.ceil(streams / STREAMS_OF_AGENT))
    await addLeads(client, { first: 0, count: SALES + 1000 })
    await settle(client)
    return made
  })
  const { folder } = environment
  const env = { SERVER_PROCESSES: '1' }
  const selling = await startProduct({ port, databaseUrl, folder, env })
  const holding = await startProduct({ port: port + 1, databaseUrl, folder, env })
  try {
    const before = await memoryOf(holding.pid)
    const soldAt = new Map<string, number>()
    const latencies: number[] = []
    let isMeasuring = false
    for (let number = 0; number < streams; number += 1) {
      const socket = connect(port + 1, '127.0.0.1')
      sockets.push(socket)
      await once(socket, 'connect')
      const { token = '' } = agents[number % agents.length] ?? {}
      socket.write(
        `GET /api/leads/events HTTP/1.1\r\nhost: 127.0.0.1:${port + 1}\r\nauthorization: Bearer ${token}\r\n\r\n`,
      )
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
          if (isMeasuring && at !== undefined) latencies.push(now - at)
        }
        rest = rest.slice(Math.max(0, rest.lastIndexOf('}')))
      })
    }
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const after = await memoryOf(holding.pid)
    isMeasuring = true
    const ids = (function* () {
      for (let number = 0; number < SALES; number += 1) {
        const id = leadId(number)
        soldAt.set(id, performance.now())
        yield id
      }
    })()
    const buyer = await openSteadyBuyer(port, agents, ids)
    buyer.start(SALE_EVERY_MS)
    await new Promise((resolve) => setTimeout(resolve, SALES * SALE_EVERY_MS * 0.9))
    const bought = await buyer.stop()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    buyer.close()
    const { p50Ms, p99Ms } = latencyOf(latencies)
    console.log(`${streams} streams, ${bought} sales, ${latencies.length} events read`)
    console.log(`sale to event: p50 ${Math.round(p50Ms)} ms, p99 ${Math.round(p99Ms)} ms`)
    console.log('memory before and with the streams:', before, after)
  } finally {
    for (const socket of sockets) socket.destroy()
    await Promise.all([selling.stop(), holding.stop()])
  }
} finally {
  await environment.close()
}
