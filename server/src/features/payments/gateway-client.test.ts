import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createGatewayClient, GatewayRefused, GatewayUnavailable } from './gateway-client.ts'

// This server sends responses that the sandbox never sends.

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void
interface Received {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

async function startGateway(answer: Answer) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { method = '', url = '', headers } = request
    received.push({ method, url, headers, body })
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const client = createGatewayClient({
    keyId: 'rzp_test_key',
    keySecret: 'the-very-secret',
    baseUrl: () => `http://127.0.0.1:${port}`,
  })
  return { client, received }
}

const json = (status: number, body: unknown): Answer => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}
const refusal = { error: { code: 'BAD_REQUEST_ERROR', description: 'No such thing' } }
const payment = {
  id: 'pay_1',
  entity: 'payment',
  amount: 100,
  currency: 'INR',
  status: 'captured',
  order_id: 'order_1',
  unheard_of: { more: 1 },
}

describe('the gateway client', () => {
  it('sends the requests that the provider expects', async () => {
    const order = { id: 'order_1', amount: 50_000, currency: 'INR', status: 'created' }
    const { client, received } = await startGateway(json(200, order))
    const receipt = '01890000-0000-7000-8000-000000000000'
    await client.createOrder({ receipt, amountPaise: 50_000, notes: { kind: 'plan' } })
    const basic = Buffer.from('rzp_test_key:the-very-secret').toString('base64')
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/v1/orders',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
    })
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      amount: 50_000,
      currency: 'INR',
      receipt,
      payment: { capture: 'automatic' },
    })
  })

  it('sends a refund with its key, the same in each attempt', async () => {
    const { client, received } = await startGateway(json(409, refusal))
    const sent = client.refundPayment('pay_1', {
      amountPaise: 100,
      receipt: 'r',
      key: 'a-key-0001',
    })
    await expect(sent).rejects.toThrow(GatewayUnavailable)
    expect(received.map(({ url }) => url)).toEqual(Array(2).fill('/v1/payments/pay_1/refund'))
    for (const { headers } of received) expect(headers['x-refund-idempotency']).toBe('a-key-0001')
  })

  it('lists all refunds of a payment, not only the ten that the provider lists by default', async () => {
    const { client, received } = await startGateway(json(200, { items: [] }))
    await client.fetchRefunds('pay_1')
    expect(received[0]?.url).toBe('/v1/payments/pay_1/refunds?count=100')
  })

  it('reads known fields and ignores the others', async () => {
    const { client } = await startGateway(json(200, payment))
    expect(await client.fetchPayment('pay_1')).toEqual({
      id: 'pay_1',
      amount: 100,
      currency: 'INR',
      status: 'captured',
      order_id: 'order_1',
    })
  })

  it('encodes an id in the path', async () => {
    const { client, received } = await startGateway(json(200, payment))
    await client.fetchPayment('../orders?x=1#y')
    expect(received[0]?.url).toBe('/v1/payments/..%2Forders%3Fx%3D1%23y')
  })

  it('returns null or an empty list for an unknown id, and throws GatewayRefused for wrong keys', async () => {
    const unknown = await startGateway(json(400, refusal))
    expect(await unknown.client.fetchPayment('pay_1')).toBeNull()
    expect(await unknown.client.fetchOrderPayments('order_1')).toEqual([])
    const locked = await startGateway(json(401, refusal))
    await expect(locked.client.fetchPayment('pay_1')).rejects.toThrow(GatewayRefused)
    expect(locked.received).toHaveLength(1)
  })

  it.each<[string, Answer]>([
    ['500', json(500, refusal)],
    ['429', json(429, refusal)],
    ['a page', (_request, response) => response.writeHead(200).end('<html>')],
    ['a page that refuses', (_request, response) => response.writeHead(403).end('<html>')],
    ['another shape', json(200, { ...payment, amount: '100' })],
    ['half an amount', json(200, { ...payment, amount: 100.5 })],
    ['nothing', (request) => request.socket.destroy()],
    [
      'half an answer',
      (request, response) => {
        response.writeHead(200, { 'content-length': 500 }).write('{"id": "pay_1"')
        setTimeout(() => request.socket.destroy(), 20)
      },
    ],
    [
      'an answer without end',
      (_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(64 * 1024)));
        }
        response.writeHead(200).on('drain', more)
        more()
      },
    ],
    [
      'another address',
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1' }).end(),
    ],
  ])('retries once after %s and then fails without revealing its secret', async (_, answer) => {
    const { client, received } = await startGateway(answer)
    const begun = performance.now()
    const error = await client.fetchPayment('pay_1').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(GatewayUnavailable)
    expect(received).toHaveLength(2)
    expect(performance.now() - begun).toBeLessThan(3500)
    const { message, stack, cause } = error as Error
    expect([message, stack, String(cause)].join()).not.toMatch(/the-very-secret|Basic/)
  })

  it('respects the time limit of the caller', async () => {
    const { client, received } = await startGateway(() => {})
    const begun = performance.now()
    const pending = client.fetchPayment('pay_1', { timeoutMs: 1000, tries: 3 })
    await expect(pending).rejects.toThrow(GatewayUnavailable)
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(received).toHaveLength(3)
  })
})
