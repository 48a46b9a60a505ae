import cluster from 'node:cluster'
import type { Config } from '../config/index.ts'
import { type RunningServer, runServer } from './run-server.ts'
import { isOrder, type Order, type Report } from './worker-messages.ts'

/**
 * One of several processes that share a port. It reads its code at once, and opens the database and serves when the first
 * process says so. Where that one is gone, however it ended, this one ends too: the channel between them has closed.
 * @param onReady told in the very first process that serves
 */
export async function runWorker(
  config: Config,
  onReady: (running: RunningServer) => Promise<void>,
): Promise<void> {
  process.on('SIGINT', () => {}) // Of the terminal: the first process gets it too, and tells us.
  let isServing = false
  // From the beginning: one that comes together with the first order would be lost.
  process.on('message', (message) => {
    if (!isOrder(message) || message.raahi !== 'stop') return
    if (isServing) process.emit('SIGTERM')
    else process.exit(0) // There is nothing in flight, and what is begun on the database it undoes.
  })
  import('../app.ts').catch(() => {}) // Said by whoever needs it.
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
    const hear = (message: unknown) => {
      if (!isOrder(message) || message.raahi !== 'serve') return
      process.off('message', hear)
      resolve(message)
    }
    process.on('message', hear)
  })
}

function report(message: Report): void {
  cluster.worker?.send(message)
}
