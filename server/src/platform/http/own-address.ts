import type { Server } from 'node:http'

/**
 * The address for requests of this process to itself: loopback if it listens on every address.
 * @returns scheme, host and port; undefined while it does not listen
 */
export function ownAddress(server: Server): string | undefined {
  const address = server.address()
  if (typeof address !== 'object' || !address) return undefined
  const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const host = loopback[address.address] ?? address.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}
