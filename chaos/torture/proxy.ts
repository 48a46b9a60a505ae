import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A line to the database that can be made to fail as networks do. */
export type ProxyLine = {
  port: number
  /** Every piece that arrives waits so long before it goes on; 0: none does. */
  delay(ms: number): void
  /** Nothing moves, in neither direction, on lines that stay open. */
  stall(on: boolean): void
  /** New lines are hung up on at once. */
  refuse(on: boolean): void
  /** Hangs up on every line, in the middle of whatever it carries. */
  cut(): void
  close(): Promise<void>
}

/** @param target the path of the socket that the database listens on */
export async function startProxy(target: string): Promise<ProxyLine> {
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

  /** One piece after the other, so that a slow line is a slow line and not one that changes their order. */
  async function carry(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const piece of from) {
        if (delayMs > 0) await sleep(delayMs)
        if (stalled) await stalled.over
        if (!to.write(piece)) await once(to, 'drain')
      }
      to.end()
    } catch {
      to.destroy() // One of the two is gone: so is the line.
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
