import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { openEventStream } from './event-stream.ts'

const closing: (() => void)[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) close()
})

/** Opens the stream of a client that has sent its request and reads nothing. */
async function openUnreadStream() {
  const opened = Promise.withResolvers<ServerResponse>()
  const server = createServer((_, response) => opened.resolve(response)).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect(port).pause()
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  closing.push(() => {
    client.destroy()
    server.closeAllConnections()
    server.close()
  })
  const response = await opened.promise
  const onEnd = vi.fn()
  return { response, onEnd, stream: openEventStream(response, onEnd) }
}

const event = Buffer.alloc(64 * 1024, 'x')
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

it('disconnects a client that stops reading before it takes more than a megabyte of memory', async () => {
  const { response, stream, onEnd } = await openUnreadStream()
  let mostUnread = 0
  for (let sent = 0; stream.isOpen && sent < 1000; sent += 1) {
    stream.send(event)
    mostUnread = Math.max(mostUnread, response.writableLength)
    await nextTurn()
  }
  expect(stream.isOpen).toBe(false)
  expect(response.destroyed).toBe(true)
  expect(mostUnread).toBeLessThan(1024 * 1024)
  stream.end('stop')
  expect(onEnd).toHaveBeenCalledOnce()
})

it('disconnects a client that has left a few bytes unread for 30 s', async () => {
  const { response, stream } = await openUnreadStream()
  while (response.writableLength === 0) {
    stream.send(event)
    await nextTurn()
  }
  const small = Buffer.from(':\n\n')
  const startMs = Date.now()
  const now = vi.spyOn(Date, 'now').mockReturnValue(startMs)
  stream.send(small)
  now.mockReturnValue(startMs + 29_000)
  stream.send(small)
  expect(stream.isOpen).toBe(true)
  now.mockReturnValue(startMs + 31_000)
  stream.send(small)
  expect(stream.isOpen).toBe(false)
  expect(response.destroyed).toBe(true)
})
