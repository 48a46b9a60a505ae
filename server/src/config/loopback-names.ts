import { isIP } from 'node:net'

/** Whether this name or address reaches this machine alone, as it is written in a setting or an address. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host === '::1' ||
    host === '[::1]' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  )
}

/** Whether a `Host` header names this machine alone, with a port or without. */
export function isLoopbackHostHeader(header: string | undefined): boolean {
  const [, name] = /^([^:]+|\[[^\]]+\])(?::\d{1,5})?$/.exec(header ?? '') ?? []
  return name !== undefined && isLoopback(name.toLowerCase())
}
