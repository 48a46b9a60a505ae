import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { makeBrowserKeys } from '../../testing/push-service.ts'
import { createPushClient, makePushKeys } from './push-client.ts'
import { publicInternet, resolveName } from './push-network.ts'

const host = 'updates.push.services.mozilla.com'
const opened: Socket[] = []
afterEach(() => {
  for (const socket of opened.splice(0)) socket.close()
})

/** A name server on this machine. @param answer the response to a query; undefined: none */
async function startNameServer(answer: (query: Buffer) => Buffer | undefined) {
  const socket = createSocket('udp4')
  opened.push(socket)
  let queries = 0
  socket.on('message', (query: Buffer, { port, address }: RemoteInfo) => {
    queries += 1
    const response = answer(query)
    if (response) socket.send(response, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { servers: [`127.0.0.1:${socket.address().port}`], countQueries: () => queries }
}

/** The response to a query for one name: this IPv4 address, and no IPv6 address (RFC 1035, section 4). */
function answerWith(address: readonly number[]) {
  return (query: Buffer): Buffer => {
    const questionEnd = query.indexOf(0, 12) + 5
    const isForIpv4 = query.readUInt16BE(questionEnd - 4) === 1
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(isForIpv4 ? 1 : 0, 6)
    header.writeUInt32BE(0, 8)
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address])
    return Buffer.concat([
      header,
      query.subarray(12, questionEnd),
      isForIpv4 ? record : Buffer.alloc(0),
    ])
  }
}

it('resolves a name that has addresses of one kind only', async () => {
  const { servers } = await startNameServer(answerWith([8, 8, 4, 4]))
  expect(await resolveName(host, AbortSignal.timeout(5000), servers)).toEqual([
    { address: '8.8.4.4', family: 4 },
  ])
})

it('ends when its request ends, though no name server answers', async () => {
  const { servers, countQueries } = await startNameServer(() => undefined)
  const requests = new AbortController()
  const resolving = expect(resolveName(host, requests.signal, servers)).rejects.toMatchObject({
    code: 'ECANCELLED',
  })
  while (countQueries() === 0) await new Promise(setImmediate)
  requests.abort()
  await resolving
})

it('occupies no thread of the process that resolves other names', async () => {
  const { servers, countQueries } = await startNameServer(() => undefined)
  const resolve: typeof publicInternet.resolve = (name, signal) =>
    resolveName(name, signal, servers)
  const client = createPushClient({
    network: { ...publicInternet, resolve },
    contact: 'mailto:office@raahi.example',
    timeoutMs: 3000,
  })
  const { p256dh, auth } = makeBrowserKeys()
  const endpoint = `https://${host}/x`
  const message = { endpoint, p256dh, auth, payload: '{}', topic: 'a', ttlSeconds: 60 }
  const sent = Array.from({ length: 8 }, () => client.send(makePushKeys(), message))
  while (countQueries() < 8) await new Promise(setImmediate)
  expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap')
  for (const { kind } of await Promise.all(sent)) expect(kind).toBe('unavailable')
})
