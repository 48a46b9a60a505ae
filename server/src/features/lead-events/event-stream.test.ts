import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { openEventStream } from './event-stream.ts'

it('disconnects a client that stops reading before it takes more than a megabyte of memory', async () => {
  const opened = Promise.withResolvers<ServerResponse>()
  const server = createServer((_, response) => opened.resolve(response)).listen(0)
  try {
    const { port } = server.address() as AddressInfo
    const client = connect(port).pause()
    client.on('error', () => {})
    client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const response = await opened.promise
    let ends = 0
    const stream = openEventStream(response, () => {
      ends += 1
    })
    const event = Buffer.alloc(64 * 1024, 'x')
    let mostUnread = 0
    for (let sent = 0; stream.isOpen && sent < 1000; sent += 1) {
      stream.send(event)
      mostUnread = Math.max(mostUnread, response.writableLength)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(stream.isOpen).toBe(false)
    expect(response.destroyed).toBe(true)
    expect(mostUnread).toBeLessThan(1024 * 1024)
    stream.end('stop')
    expect(ends).toBe(1)
    client.destroy()
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
