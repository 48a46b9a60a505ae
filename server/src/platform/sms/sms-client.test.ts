import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createSmsClient, SmsNotSent, SmsRefused, SmsUncertain } from './sms-client.ts'

// This server sends responses that the stand-in never sends.

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

type Respond = (request: IncomingMessage, response: ServerResponse) => void
interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

const clientOf = (address: string, timeoutMs: number) =>
  createSmsClient({
    authKey: 'the-very-secret',
    templateId: 'template-1',
    baseUrl: () => address,
    timeoutMs,
  })
const message = { phone: '+919876543210', code: '012345' }

async function startProvider(respond: Respond, timeoutMs = 10_000) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { method, url, headers } = request
    received.push({ method, url, headers, body })
    respond(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { client: clientOf(address, timeoutMs), received }
}

const json = (status: number, body: unknown): Respond => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}
const refusal = { type: 'error', message: 'Authentication failure' }

describe('the SMS client', () => {
  it('sends the request that the provider expects, once, without a link', async () => {
    const { client, received } = await startProvider(json(200, { type: 'success', message: 'id' }))
    await client.sendCode(message)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/api/v5/flow',
      headers: { authkey: 'the-very-secret', 'content-type': 'application/json' },
    })
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      template_id: 'template-1',
      short_url: '0',
      recipients: [{ mobiles: '919876543210', code: '012345' }],
    })
  })

  it.each<[string, Respond]>([
    ['wrong keys', json(401, refusal)],
    ['an error with the status of success', json(200, refusal)],
    ['an unknown template', json(400, refusal)],
  ])('throws SmsRefused for %s', async (_name, respond) => {
    const { client } = await startProvider(respond)
    await expect(client.sendCode(message)).rejects.toThrow(SmsRefused)
  })

  it('throws SmsNotSent only if nothing was sent: too many requests, or no connection', async () => {
    const { client } = await startProvider(json(429, refusal))
    await expect(client.sendCode(message)).rejects.toThrow(SmsNotSent)
    for (const close of closers.splice(0)) close()
    await expect(client.sendCode(message)).rejects.toThrow(SmsNotSent)
  })

  it.each<[string, Respond]>([
    ['500', json(500, refusal)],
    ['a page', (_request, response) => response.writeHead(200).end('<html>')],
    ['success with the status of a failure', json(502, { type: 'success' })],
    ['nothing', (request) => request.socket.destroy()],
    ['no response in time', () => {}],
    [
      'a response without end',
      (_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(16 * 1024)));
        }
        response.writeHead(200).on('drain', more)
        more()
      },
    ],
  ])(
    'throws SmsUncertain for %s, and its message has no key, number or code',
    async (_name, respond) => {
      const { client } = await startProvider(respond, 400)
      const error = await client.sendCode(message).catch((thrown) => thrown)
      expect(error).toBeInstanceOf(SmsUncertain)
      expect(error.message).not.toMatch(/very-secret|98765|012345/)
    },
  )
})
