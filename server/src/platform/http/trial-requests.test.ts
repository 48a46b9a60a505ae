import { once } from 'node:events'
import { connect } from 'node:net'
import { login } from '@raahi/contract/auth'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../../testing/expect-error.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const pages: InjectOptions[] = [
  { url: '/' },
  { url: '/healthz' },
  { url: '/readyz' },
  { url: '/metrics' },
  { url: '/dev/mailbox' },
  { url: '/sandbox/razorpay/checkout.js' },
  { url: '/api/docs/json' },
  { url: '/api/nothing' },
  { url: '/api/%ZZ' },
  { url: login.path, method: 'POST', payload: { emailOrPhone: 'a@b.example', password: 'x' } },
  {
    url: login.path,
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:8055', 'access-control-request-method': 'POST' },
  },
  { url: '/enquiries', method: 'POST' },
]

const foreign: Record<string, string>[] = [
  { host: 'raahi.example' },
  { host: '192.168.1.20:8055' },
  { host: 'localhost.evil.example' },
  { host: 'evil.localhost' },
  { host: '127.0.0.1.evil.example:8055' },
  { host: 'localhost:8055@evil.example' },
  { host: '127.1' },
  { host: '[::1' },
  { forwarded: 'for=127.0.0.1' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '127.0.0.1' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-proto': 'http' },
  { 'x-forwarded-host': 'localhost' },
  { 'x-forwarded-anything': '1' },
]

describe('a trial', () => {
  it.each(foreign)('refuses every request with %j', async (headers) => {
    for (const page of pages) {
      const response = await app.app.inject({ ...page, headers: { ...page.headers, ...headers } })
      expectError(response, 'MISDIRECTED_REQUEST')
      expect(response.json().message).toContain('only on the computer that runs it')
      expect(response.headers['content-security-policy']).toContain("default-src 'self'")
    }
  })

  it('shows a browser a page with the working address', async () => {
    const response = await app.app.inject({
      url: '/auth/login',
      headers: { host: 'raahi.example', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    })
    expect(response.statusCode).toBe(421)
    expect(response.headers['content-type']).toContain('text/html')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body).toContain('only on the computer that runs it, at http://localhost')
  })

  it('serves every name of this machine, with or without a port', async () => {
    for (const host of ['localhost', 'LOCALHOST:8055', '127.0.0.1:80', '127.9.9.9', '[::1]:8055']) {
      const { statusCode } = await app.app.inject({ url: '/healthz', headers: { host } })
      expect(statusCode, host).toBe(200)
    }
  })

  it('refuses an HTTP/1.0 request without a host', async () => {
    const another = await app.another()
    const address = await another.app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    let response = ''
    socket.on('data', (chunk) => {
      response += chunk
    })
    socket.end('GET /healthz HTTP/1.0\r\n\r\n')
    await once(socket, 'close')
    expect(response).toMatch(/^HTTP\/1\.[01] 421 /)
    await another.close()
  })
})

it('outside a trial the proxies decide which names are served', async () => {
  const deployed = await app.another({ trial: false })
  for (const headers of foreign) {
    const { statusCode } = await deployed.app.inject({ url: '/healthz', headers })
    expect(statusCode).toBe(200)
  }
  await deployed.close()
})
