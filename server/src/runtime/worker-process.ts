import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Config } from '../config/index.ts'
import { type RunningServer, runServer } from './run-server.ts'

/** From the supervisor: the order to serve on this database, or to stop. */
export type Order = Serve | 'stop'
type Serve = { databaseUrl: string }
/**
 * To the supervisor, when the worker listens on every address. node:cluster's event 'listening' already follows the
 * first address, and the start can still fail at the next one.
 */
export type Report = 'serving'

/**
 * Runs one of several processes that share a port. It loads its code at once, and opens the database and serves when the
 * supervisor orders it. If the supervisor exits for any reason, the IPC channel closes and this process exits too.
 * @param onReady called in the first worker
 */
export async function runWorker(
  config: Config,
  onReady: (running: RunningServer) => Promise<void>,
): Promise<void> {
  process.on('SIGINT', () => {}) // The terminal sends it to the supervisor too, which orders the stop.
  let isServing = false
  process.on('message', (message) => {
    if (message !== ('stop' satisfies Order)) return
    if (isServing) process.emit('SIGTERM')
    else process.exit(0) // No request is in flight, and the database rolls back open transactions.
  })
  import('../app.ts').catch(() => {}) // Errors are reported by the import that needs the module.
  const [{ databaseUrl }] = (await once(process, 'message')) as [Serve]
  // The ids of replacements are higher. The first worker prints notices and creates the first data.
  const isFirst = cluster.worker?.id === 1
  const running = await runServer({ ...config, databaseUrl }, { stopsOn: ['SIGTERM'], isFirst })
  isServing = true
  process.send?.('serving' satisfies Report)
  if (isFirst) await onReady(running)
}
