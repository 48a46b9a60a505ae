import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EndpointSpec } from '@raahi/contract/endpoint'
import type { TestApp } from './test-app.ts'

export interface HttpAnswer {
  status: number
  replayed: boolean
  body: {
    success: boolean
    message?: string
    code?: string
    data?: Record<string, unknown>
  }
}

export interface HttpCall {
  token: string
  params?: Record<string, string>
  query?: string
  body?: object
  key?: string
}

/** HTTP clients with real connections to the app, for tests of races. */
export interface HttpClients {
  call(endpoint: EndpointSpec, input: HttpCall): Promise<HttpAnswer>
  close(): void
}

export async function connectClients({ app, database }: TestApp): Promise<HttpClients> {
  // All connections of the pool are opened before the race, because opening one takes longer than a purchase.
  const connections = await Promise.all(
    Array.from({ length: database.pool.options.max }, () => database.pool.connect()),
  )
  for (const connection of connections) connection.release()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 300 })
  return {
    async call(endpoint, { token, params = {}, query, body, key }) {
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
      const payload = body && JSON.stringify(body)
      const sent = request({
        agent,
        port,
        host: '127.0.0.1',
        method: endpoint.method,
        path: query ? `${path}?${query}` : path,
        headers: {
          // As the web app does after an action of its user.
          'cache-control': 'no-cache',
          authorization: `Bearer ${token}`,
          ...(payload && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
      })
      sent.end(payload)
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      let text = ''
      for await (const chunk of answer.setEncoding('utf8')) text += chunk
      return {
        status: answer.statusCode ?? 0,
        replayed: answer.headers['idempotency-replayed'] === 'true',
        body: JSON.parse(text),
      }
    },
    close: () => agent.destroy(),
  }
}
