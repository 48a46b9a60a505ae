import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/index.ts'
import { shareHashingSlots } from '../features/auth/hashing-slots.ts'
import { type DatabaseServer, openServer } from '../platform/database/open-server.ts'
import { aggregateMetrics } from '../platform/observability/supervisor-metrics.ts'
import { isReport, type Order } from './worker-messages.ts'

/** Pauses before a process that ended takes its place again, by how often in a row it ended soon. */
const RESTART_DELAYS_MS = [0, 200, 1000, 5000]
/** Whoever has run this long did not end for what a start could have told. */
const STEADY_AFTER_MS = 30_000
/** Longer than a server process needs to finish what is in flight, and short enough for the database to stop too. */
const STOP_TIMEOUT_MS = 6000

const say = (message: string) => console.error(message)

/**
 * Runs several server processes that share the port, and the embedded database where the settings name no other. This
 * process takes the connections and hands them out in turn, so that none is lost with a server process that is not its
 * own; it serves nothing itself. SIGTERM and SIGINT stop all, the database last, and end it with 0.
 * @param prepare done before the database is started
 * @throws StartError where the database cannot be started, and what `prepare` throws; nothing is left running then
 */
export async function runSupervisor(config: Config, prepare: () => Promise<void>): Promise<void> {
  let database: DatabaseServer | undefined
  let isPrepared = false
  let endsWith: number | undefined
  const staff = superviseWorkers(config.serverProcesses, () => end(1))
  const end = async (code: number) => {
    if (endsWith !== undefined) return
    endsWith = code
    await staff.stop()
    if (!isPrepared) process.exit(code)
    if (database) await endWithDatabase(database, code) // Else the start goes on to there, and ends then.
  }
  aggregateMetrics(cluster)
  shareHashingSlots(cluster)
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  process.on('uncaughtException', (error) => {
    console.error('Uncaught exception:', error)
    end(1)
  })
  staff.startFirstWorker() // It reads its code while all else begins.
  try {
    await prepare()
    if (endsWith !== undefined) return // It ends the process once the first is gone.
    isPrepared = true
    database = await openServer(config, {
      onNotice: say,
      onGivenUp(error) {
        say(error.message)
        process.exit(1)
      },
    })
  } catch (error) {
    await staff.stop()
    throw error
  }
  if (endsWith !== undefined) return endWithDatabase(database, endsWith)
  staff.serve(database.connectionString)
}

async function endWithDatabase(database: DatabaseServer, code: number): Promise<never> {
  await database.stop()
  process.exit(code)
}

/** The server processes: as many as there should be, whichever of them end. */
function superviseWorkers(places: number, onFailedStart: () => void) {
  const workers = new Set<Worker>()
  let databaseUrl: string | undefined
  let hasServed = false
  let isStopping = false

  function hire(earlyEnds = 0): void {
    if (isStopping) return
    const worker = cluster.fork()
    const hiredAt = performance.now()
    workers.add(worker)
    if (databaseUrl !== undefined) tell(worker, { raahi: 'serve', databaseUrl, isFirst: false })
    worker.on('message', (message) => {
      if (isReport(message) && !hasServed) {
        hasServed = true
        for (let place = 1; place < places; place += 1) hire()
      }
    })
    const replace = (how: string) => {
      say(`${how}; another takes its place.`)
      const ends = performance.now() - hiredAt > STEADY_AFTER_MS ? 0 : earlyEnds
      setTimeout(
        () => hire(ends + 1),
        RESTART_DELAYS_MS[Math.min(ends, RESTART_DELAYS_MS.length - 1)],
      )
    }
    worker.once('exit', (code, signal) => {
      workers.delete(worker)
      if (isStopping) return
      if (hasServed) return replace(`A server process ended (${signal ?? code})`)
      if (code !== 1) say(`The start failed: its server process ended with ${signal ?? code}.`)
      onFailedStart() // With 1 it has said why.
    })
    worker.on('error', ({ message }) => {
      // Of one that runs it is a message that did not get there. One without an id never ran, and never ends.
      if (worker.process.pid !== undefined || !workers.delete(worker) || isStopping) return
      if (hasServed) return replace(`A server process could not be started (${message})`)
      say(`The start failed: its server process could not be started (${message}).`)
      onFailedStart()
    })
  }

  return {
    startFirstWorker: () => hire(),
    serve(url: string) {
      databaseUrl = url
      for (const worker of workers) tell(worker, { raahi: 'serve', databaseUrl, isFirst: true })
    },
    /** Resolves when none is left. */
    async stop() {
      isStopping = true
      const gone = [...workers].map((worker) => new Promise((done) => worker.once('exit', done)))
      for (const worker of workers) tell(worker, { raahi: 'stop' })
      await Promise.race([Promise.all(gone), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
      for (const worker of workers) worker.process.kill('SIGKILL')
      await Promise.all(gone)
    },
  }
}

/** One that has just ended hears nothing, and its end is heard of. */
function tell(worker: Worker, order: Order): void {
  worker.send(order, () => {})
}
