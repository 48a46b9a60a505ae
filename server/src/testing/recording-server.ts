import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** A server of a third party that records its requests. */
export interface RecordingServer {
  address: string
  received: Received[]
  close(): Promise<void>
}

/** @param answer returns the JSON response to each request */
export async function startRecordingServer(
  answer: (request: Received) => object | Promise<object>,
): Promise<RecordingServer> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const seen = { url: request.url ?? '', headers: request.headers, body }
    received.push(seen)
    const answered = await answer(seen)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answered))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
