import { isIP } from 'node:net'

/** Whether this name or address, as written in a setting, refers to this machine only. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host === '::1' ||
    host === '[::1]' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  )
}

/** Whether a `Host` header names this machine only, with or without a port. */
export function isLoopbackHostHeader(header: string | undefined): boolean {
  const [, name] = /^([^:]+|\[[^\]]+\])(?::\d{1,5})?$/.exec(header ?? '') ?? []
  return name !== undefined && isLoopback(name.toLowerCase())
}
