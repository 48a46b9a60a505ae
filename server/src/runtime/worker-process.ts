import cluster from 'node:cluster'
import type { Config } from '../config/index.ts'
import { type RunningServer, runServer } from './run-server.ts'
import { isOrder, type Order, type Report } from './worker-messages.ts'

/**
 * Runs one of several processes that share a port. It loads its code at once, and opens the database and serves when the
 * supervisor orders it. If the supervisor exits for any reason, the IPC channel closes and this process exits too.
 * @param onReady called in the first worker that serves
 */
export async function runWorker(
  config: Config,
  onReady: (running: RunningServer) => Promise<void>,
): Promise<void> {
  process.on('SIGINT', () => {}) // The terminal sends it to the supervisor too, which orders the stop.
  let isServing = false
  // Registered before the first order, so that a stop order sent with it is not lost.
  process.on('message', (message) => {
    if (!isOrder(message) || message.raahi !== 'stop') return
    if (isServing) process.emit('SIGTERM')
    else process.exit(0) // No request is in flight, and the database rolls back open transactions.
  })
  import('../app.ts').catch(() => {}) // Errors are reported by the import that needs the module.
  const order = await orderToServe()
  const here = { ...config, databaseUrl: order.databaseUrl }
  const running = await runServer(here, { stopsOn: ['SIGTERM'], isFirst: order.isFirst })
  isServing = true
  report({ raahi: 'serving' })
  if (order.isFirst) await onReady(running)
}

type OrderToServe = Extract<Order, { raahi: 'serve' }>

function orderToServe(): Promise<OrderToServe> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown) => {
      if (!isOrder(message) || message.raahi !== 'serve') return
      process.off('message', onMessage)
      resolve(message)
    }
    process.on('message', onMessage)
  })
}

function report(message: Report): void {
  cluster.worker?.send(message)
}
