import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import type pg from 'pg'
import { addGatewaySandbox } from '../gateway-sandbox.ts'

export const keys = {
  keyId: 'rzp_test_sandbox',
  keySecret: 'sandbox_secret',
  webhookSecret: 'sandbox_webhook_secret',
}
const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString('base64')}`

export interface Sandbox {
  app: FastifyInstance
  /** Calls the API with the keys. */
  api(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    headers?: Record<string, string>,
    // biome-ignore lint/suspicious/noExplicitAny: the tests check the content of the responses
  ): Promise<{ status: number; body: any }>
  // biome-ignore lint/suspicious/noExplicitAny: the same reason
  pay(body: object): Promise<{ status: number; body: any }>
  /** Creates an order, of ₹500 by default. @returns its id */
  order(body?: object): Promise<string>
}

/** Starts a server that contains only the sandbox. */
export async function startSandbox(
  pool: pg.Pool,
  webhookUrl: () => string | undefined = () => undefined,
): Promise<Sandbox> {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  await addGatewaySandbox(app, { pool, keys, webhookUrl, log: app.log })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const send = async (options: InjectOptions) => {
    const response = await app.inject(options)
    return { status: response.statusCode, body: response.json() }
  }
  const api: Sandbox['api'] = (method, path, body, headers = {}) =>
    send({
      method,
      url: `/sandbox/razorpay${path}`,
      headers: { authorization, ...headers },
      ...(body && { payload: body }),
    })
  return {
    app,
    api,
    pay: (body) => send({ method: 'POST', url: '/sandbox/razorpay/pay', payload: body }),
    order: async (body = {}) =>
      (await api('POST', '/v1/orders', { amount: 50_000, currency: 'INR', ...body })).body.id,
  }
}

export interface Received {
  id: string
  event: string
  signature: string
  raw: string
  at: number
}

export interface Receiver {
  url: string
  received: Received[]
  /** Sets the status of the next responses to webhooks, 200 by default. 'nothing': no response. */
  answerWith(status: number | 'nothing'): void
  close(): Promise<void>
}

/** Starts a server that accepts and records webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let answer: number | 'nothing' = 200
  const server = createServer(async (request, response) => {
    const raw = await readAll(request)
    received.push({
      id: String(request.headers['x-razorpay-event-id']),
      event: JSON.parse(raw).event,
      signature: String(request.headers['x-razorpay-signature']),
      raw,
      at: performance.now(),
    })
    if (answer !== 'nothing') response.writeHead(answer).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    answerWith(next) {
      answer = next
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
