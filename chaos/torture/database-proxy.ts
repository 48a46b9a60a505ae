import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A TCP proxy in front of the database that can simulate network failures. */
export type DatabaseProxy = {
  port: number
  /** Delays every chunk by this time. 0 removes the delay. */
  delay(ms: number): void
  /** Stops the transfer in both directions while connections stay open. */
  stall(on: boolean): void
  /** Resets new connections. */
  refuse(on: boolean): void
  /** Resets every open connection, even in the middle of a message. */
  cut(): void
  close(): Promise<void>
}

/** @param target path of the database's socket */
export async function startProxy(target: string): Promise<DatabaseProxy> {
  const open = new Set<Socket>()
  let delayMs = 0
  let refusing = false
  let stalled: { over: Promise<void>; end(): void } | undefined

  const server = createServer((near) => {
    if (refusing) {
      near.on('error', () => {})
      near.resetAndDestroy()
      return
    }
    const far = connect(target)
    open.add(near)
    near.setNoDelay(true)
    near.on('error', () => {})
    far.on('error', () => {})
    near.on('close', () => {
      open.delete(near)
      far.destroy()
    })
    far.on('close', () => near.destroy())
    void carry(near, far)
    void carry(far, near)
  })

  /** Forwards one chunk at a time, so that a delay never changes their order. */
  async function carry(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const piece of from) {
        if (delayMs > 0) await sleep(delayMs)
        if (stalled) await stalled.over
        if (!to.write(piece)) await once(to, 'drain')
      }
      to.end()
    } catch {
      to.destroy() // One side is closed, so the other is closed too.
    }
  }

  const cut = () => {
    for (const near of open) near.resetAndDestroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    delay(ms) {
      delayMs = ms
    },
    stall(on) {
      stalled?.end()
      stalled = undefined
      if (!on) return
      const { promise, resolve } = Promise.withResolvers<void>()
      stalled = { over: promise, end: resolve }
    },
    refuse(on) {
      refusing = on
    },
    cut,
    async close() {
      stalled?.end()
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
}
