import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config/index.ts'
import { shareHashingSlots } from '../features/auth/hashing-slots.ts'
import { type DatabaseServer, openServer } from '../platform/database/open-server.ts'
import { aggregateMetrics } from '../platform/observability/supervisor-metrics.ts'
import { endOnUncaughtError } from './end-on-uncaught-error.ts'
import type { Order, Report } from './worker-process.ts'

/** Delays before a worker is replaced, by the number of early exits in a row. */
const restartDelaysMs = [0, 200, 1000, 5000]
/** An exit after this time is not counted as an early exit. */
const steadyAfterMs = 30_000
/** Longer than a worker needs for its requests in flight, and short enough to stop the database within 10 s. */
const stopTimeoutMs = 6000
/** Memory pools of glibc in a worker. With its default, eight per core, a worker keeps 10 MB more of freed memory. */
const mallocArenas = '4'

const print = (message: string) => console.error(message)

/**
 * Runs several workers that share the port, and the embedded database if no other is configured. The supervisor accepts
 * the connections and distributes them to the workers. It serves no request. SIGTERM and SIGINT stop the workers, then
 * the database; the exit code is then 0.
 * @param prepare runs while the database starts, and ends before a worker serves
 * @throws StartError if the database cannot be started, or what `prepare` throws. Nothing is left running.
 */
export async function runSupervisor(config: Config, prepare: () => Promise<void>): Promise<void> {
  let opening: Promise<DatabaseServer> | undefined
  let isEnding = false
  const supervisor = superviseWorkers(config.serverProcesses, () => end(1))
  const stop = async () => {
    await supervisor.stop()
    await opening?.then(
      (database) => database.stop(),
      () => {}, // It has not started.
    )
  }
  const end = async (code: number) => {
    if (isEnding) return
    isEnding = true
    await stop()
    process.exit(code)
  }
  aggregateMetrics(cluster)
  shareHashingSlots(cluster)
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  endOnUncaughtError(() => end(1))
  supervisor.startFirstWorker() // It loads its code while the database starts.
  opening = openServer(config, {
    onNotice: print,
    onGivenUp(error) {
      print(error.message)
      process.exit(1)
    },
  })
  const preparing = prepare()
  try {
    const [database] = await Promise.all([opening, preparing])
    if (!isEnding) supervisor.serve(database.connectionString)
  } catch (error) {
    if (isEnding) return // `end` exits the process.
    isEnding = true
    await Promise.allSettled([stop(), preparing])
    throw error
  }
}

/** Keeps `workerCount` workers running: starts them and replaces those that exit. */
function superviseWorkers(workerCount: number, onFailedStart: () => void) {
  const workers = new Set<Worker>()
  let databaseUrl: string | undefined
  let hasServed = false
  let isStopping = false

  function startWorker(earlyExits = 0): void {
    if (isStopping) return
    const { MALLOC_ARENA_MAX = mallocArenas } = process.env
    const worker = cluster.fork({ MALLOC_ARENA_MAX })
    const startedAt = performance.now()
    workers.add(worker)
    if (databaseUrl !== undefined) send(worker, { databaseUrl })
    worker.on('message', (message) => {
      if (message !== ('serving' satisfies Report) || hasServed) return
      hasServed = true
      for (let count = 1; count < workerCount; count += 1) startWorker()
    })
    const replace = (how: string) => {
      print(`${how}; another takes its place.`)
      const exits = performance.now() - startedAt > steadyAfterMs ? 0 : earlyExits
      const delayMs = restartDelaysMs[Math.min(exits, restartDelaysMs.length - 1)]
      setTimeout(() => startWorker(exits + 1), delayMs)
    }
    worker.once('exit', (code, signal) => {
      workers.delete(worker)
      if (isStopping) return
      if (hasServed) return replace(`A server process ended (${signal ?? code})`)
      if (code !== 1) print(`The start failed: its server process ended with ${signal ?? code}.`)
      onFailedStart() // A worker that exits with 1 has printed the reason.
    })
    worker.on('error', ({ message }) => {
      // With a pid, a message was not delivered. Without one, the worker never started and emits no exit.
      if (worker.process.pid !== undefined || !workers.delete(worker) || isStopping) return
      if (hasServed) return replace(`A server process could not be started (${message})`)
      print(`The start failed: its server process could not be started (${message}).`)
      onFailedStart()
    })
  }

  return {
    startFirstWorker: () => startWorker(),
    serve(url: string) {
      databaseUrl = url
      for (const worker of workers) send(worker, { databaseUrl })
    },
    /** Resolves when every worker has exited. */
    async stop() {
      isStopping = true
      const exits = [...workers].map((worker) => new Promise((done) => worker.once('exit', done)))
      for (const worker of workers) send(worker, 'stop')
      await Promise.race([Promise.all(exits), sleep(stopTimeoutMs, undefined, { ref: false })])
      for (const worker of workers) worker.process.kill('SIGKILL')
      await Promise.all(exits)
    },
  }
}

/** A failed send is ignored: the worker has exited, and its `exit` event follows. */
function send(worker: Worker, order: Order): void {
  worker.send(order, () => {})
}
