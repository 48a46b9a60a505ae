import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { errorCode } from '../platform/database/errors.ts'
import { rejectUnreadableRequest } from '../platform/http/error-response.ts'
import { StartError } from '../platform/start-error.ts'

/**
 * Listens on one port of each address. Some programs resolve `localhost` to 127.0.0.1, others to ::1. With several
 * addresses, one that this machine does not have (no IPv6) is skipped.
 * @returns the listening servers
 * @throws StartError if the port is in use or not permitted, or if no address is available
 */
export async function listen(
  app: FastifyInstance,
  port: number,
  hosts: readonly string[],
): Promise<Server[]> {
  await app.ready()
  const servers: Server[] = []
  for (const host of hosts) {
    try {
      if (servers.length === 0) {
        await app.listen({ port, host })
        servers.push(app.server)
      } else {
        servers.push(await listenAlso(app, port, host))
      }
    } catch (cause) {
      const isMissing = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes(errorCode(cause) ?? '')
      if (isMissing && servers.length > 0) continue
      throw new StartError(explain(errorCode(cause), port, host), { cause })
    }
  }
  return servers
}

/** A second server for the same application, with the limits of the first. */
function listenAlso(app: FastifyInstance, port: number, host: string): Promise<Server> {
  const { requestTimeout, headersTimeout, keepAliveTimeout, timeout } = app.server
  const server = createServer({ requestTimeout, headersTimeout, keepAliveTimeout }, (req, res) =>
    app.routing(req, res),
  )
  server.timeout = timeout
  server.on('clientError', rejectUnreadableRequest)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

function explain(code: string | undefined, port: number, host: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use: stop the other program, or set PORT to another port.`
    case 'EACCES':
      return `This user cannot use port ${port}: set PORT to 1024 or higher.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine does not have the address ${host}: set HOST to one of its addresses, such as 127.0.0.1 or 0.0.0.0.`
    default:
      return `The server could not listen on port ${port} of ${host} (${code ?? 'unknown reason'}).`
  }
}
