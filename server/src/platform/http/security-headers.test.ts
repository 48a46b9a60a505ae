import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MadeUser, makeAdmin } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: MadeUser
beforeAll(async () => {
  app = await createTestApp()
  admin = await makeAdmin(app.db)
})
afterAll(() => app.close())

/** Sends a request as an admin. */
async function send(request: InjectOptions) {
  return app.app.inject({
    ...request,
    headers: { authorization: `Bearer ${admin.token}`, ...request.headers },
  })
}

describe('security headers', () => {
  it('are on every response, including refusals and unknown addresses', async () => {
    for (const url of [
      '/healthz',
      '/api/leads',
      '/api/leads?x=1',
      '/api/nothing',
      '/api/docs/json',
    ]) {
      const { headers } = await send({ url })
      const csp = String(headers['content-security-policy'])
      expect(csp, url).toContain("default-src 'self'")
      expect(csp).toContain("object-src 'none'")
      expect(csp).toContain("frame-ancestors 'none'")
      expect(csp).toContain("base-uri 'none'")
      const scripts = /script-src ([^;]*)/.exec(csp)?.[1]
      expect(scripts).toMatch(/^'self'/)
      expect(scripts).not.toMatch(/unsafe|\*|https?:|data:/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['permissions-policy']).toContain('geolocation=()')
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers.server).toBeUndefined()
    }
  })

  it('block foreign scripts on the page of the API documentation', async () => {
    const { statusCode, headers } = await send({ url: '/api/docs' })
    expect(statusCode).toBe(200)
    const scripts = /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
    expect(scripts).toBeDefined()
    expect(scripts).not.toMatch(/unsafe|\*|https?:|data:/)
  })

  it('require https for later requests if the product is reached over https', async () => {
    const secure = await app.another({ publicUrl: 'https://raahi.example' })
    const { headers } = await secure.app.inject('/healthz')
    expect(headers['strict-transport-security']).toContain('max-age=')
    await secure.close()
    expect((await send({ url: '/healthz' })).headers['strict-transport-security']).toBeUndefined()
  })

  it('do not allow the provider’s checkout in API responses, even in live mode', async () => {
    const live = await app.another({
      gateway: {
        mode: 'live',
        keyId: 'rzp_test_A1b2C3d4E5f6G7',
        keySecret: 'hidden',
        webhookSecret: 'hidden',
        baseUrl: 'http://127.0.0.1:9',
      },
      checkout: {
        keyId: 'rzp_test_A1b2C3d4E5f6G7',
        scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
      },
    })
    const { headers } = await live.app.inject('/healthz')
    await live.close()
    expect(headers['content-security-policy']).not.toContain('razorpay')
    expect(headers['permissions-policy']).toContain('payment=()')
    // A bank's page opens from the product, so all responses have this header in live mode.
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect((await send({ url: '/healthz' })).headers['cross-origin-opener-policy']).toBe(
      'same-origin',
    )
  })

  it('give each request a new id, also if the sender sends one', async () => {
    const requestHealth = () =>
      send({ url: '/healthz', headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
    const ids = [
      (await requestHealth()).headers['x-request-id'],
      (await requestHealth()).headers['x-request-id'],
    ]
    expect(new Set([...ids, 'mine']).size).toBe(3)
  })

  it('open the API to its own origins and to no other', async () => {
    const own = app.config.ownOrigins[0] ?? ''
    const preflight = (origin: string) =>
      app.app.inject({
        method: 'OPTIONS',
        url: '/api/leads/buyLead',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    for (const requestFrom of [
      preflight,
      (origin: string) => send({ url: '/api/leads', headers: { origin } }),
    ]) {
      const { headers } = await requestFrom(own)
      expect(headers['access-control-allow-origin']).toBe(own)
      expect(headers['access-control-allow-credentials']).toBe('true')
      for (const foreign of ['https://evil.example', 'null', `${own}.evil.example`, `${own}1`]) {
        const refused = await requestFrom(foreign)
        expect(refused.headers['access-control-allow-origin'], foreign).toBeUndefined()
      }
    }
  })

  it('come with a contact for security reports', async () => {
    const { statusCode, headers, body } = await send({ url: '/.well-known/security.txt' })
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const fields = new Map(
      body
        .trim()
        .split('\n')
        .map((line) => line.split(': ', 2) as [string, string]),
    )
    expect(fields.get('Contact')).toBe(`mailto:${app.config.contactEmail}`)
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / (24 * 3600 * 1000)
    expect(days).toBeGreaterThan(100)
    expect(days).toBeLessThan(365)
  })

  it('forbid caching of API responses', async () => {
    for (const url of [
      '/api/leads',
      '/api/auth/me',
      '/api/leadCost',
      `/api/auth/getUserById/${admin.id}`,
    ]) {
      expect((await send({ url })).headers['cache-control'], url).toBe('no-store')
    }
  })
})
