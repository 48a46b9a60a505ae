import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { pushWorkerPath } from '@raahi/contract/push-alerts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../../testing/expect-error.ts'
import { checkoutSources } from './checkout-sources.ts'
import { addErrorResponses } from './error-response.ts'
import { addSecurityHeaders } from './security-headers.ts'
import { addSite } from './site.ts'

const inline = 'window.__started = true'
const home = `<!doctype html><title>Raahi</title><script>${inline}</script><script src="/assets/a-1234.js"></script>`
const about =
  '<!doctype html><link rel="canonical" href="https://public-url.invalid/about"><script type="application/ld+json">{"url":"https://public-url.invalid/"}</script>'
const lost = '<!doctype html><title>This road leads nowhere</title>'
const fallback = '<!doctype html><title>Raahi</title><div id="app"></div>'

const agents = '<!doctype html><h1>Agents</h1><div><!--live--></div>'
let offers = '<p>$1 a lead</p>'

let folder: string
let site: FastifyInstance
let withoutBuild: FastifyInstance

async function serve(
  build: string,
  checkout?: ReturnType<typeof checkoutSources>,
): Promise<FastifyInstance> {
  const app = Fastify()
  addErrorResponses(app)
  addSecurityHeaders(app, { https: false, checkout })
  await addSite(app, build, {
    checkout,
    publicUrl: 'https://raahi.example',
    live: { '/agents': async () => offers },
  })
  await app.ready()
  return app
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'raahi-site-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), home)
  await writeFile(join(folder, 'index.html.br'), brotliCompressSync(home))
  await writeFile(join(folder, 'index.html.gz'), gzipSync(home))
  await mkdir(join(folder, 'about'))
  await writeFile(join(folder, 'about/index.html'), about)
  await writeFile(join(folder, 'about/index.html.br'), brotliCompressSync(about))
  await mkdir(join(folder, 'agents'))
  await writeFile(join(folder, 'agents/index.html'), agents)
  await mkdir(join(folder, 'page-not-found'))
  await writeFile(join(folder, 'page-not-found/index.html'), lost)
  await writeFile(join(folder, '__spa-fallback.html'), fallback)
  await writeFile(join(folder, 'assets/a-1234.js'), 'export {}')
  await writeFile(join(folder, 'assets/a-1234.js.br'), brotliCompressSync('export {}'))
  await writeFile(join(folder, 'push-worker.js'), 'self.clients')
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  site = await serve(folder)
  withoutBuild = await serve(join(folder, 'nowhere'))
})
afterAll(async () => {
  await Promise.all([site.close(), withoutBuild.close()])
  await rm(folder, { recursive: true, force: true })
})

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the site', () => {
  it('sends a prerendered page with a policy that allows only its inline scripts', async () => {
    const { statusCode, headers, body } = await site.inject({ url: '/', headers: asBrowser })
    expect([statusCode, body]).toEqual([200, home])
    const scripts = /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
    expect(scripts).toBe(`'self' 'sha256-${createHash('sha256').update(inline).digest('base64')}'`)
    expect(headers['cache-control']).toBe('no-cache')
  })

  it('sends a page compressed if the browser accepts it, and 304 if the browser has it', async () => {
    const packed = await site.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.headers.vary).toContain('accept-encoding')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(home)
    const etag = String(packed.headers.etag)
    const again = await site.inject({ url: '/', headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('inserts current data into a page, and changes its ETag when the data changes', async () => {
    const first = await site.inject({ url: '/agents', headers: { 'accept-encoding': 'br' } })
    expect(brotliDecompressSync(first.rawPayload).toString()).toBe(
      agents.replace('<!--live-->', () => offers),
    )
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await site.inject({ url: '/agents', headers })).statusCode).toBe(304)
    offers = '<p>2 leads</p>'
    const second = await site.inject({ url: '/agents', headers })
    expect([second.statusCode, second.body]).toEqual([
      200,
      '<!doctype html><h1>Agents</h1><div><p>2 leads</p></div>',
    ])
  })

  it('lets browsers fetch the current service worker at each check', async () => {
    const { headers } = await site.inject(pushWorkerPath)
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-type']).toMatch(/^text\/javascript|^application\/javascript/)
    expect(headers['content-security-policy']).toContain("default-src 'self'; script-src 'self';")
  })

  it('caches hashed files for a year and the others for an hour', async () => {
    const asset = await site.inject('/assets/a-1234.js')
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(asset.headers['content-type']).toMatch(/^text\/javascript|^application\/javascript/)
    expect((await site.inject('/favicon.svg')).headers['cache-control']).toBe(
      'public, max-age=3600',
    )
  })

  it('sends an asset compressed if the browser accepts it, and only under its own name', async () => {
    const url = '/assets/a-1234.js'
    const packed = await site.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('export {}')
    expect((await site.inject(url)).body).toBe('export {}')
    expect((await site.inject({ method: 'HEAD', url })).statusCode).toBe(200)
    expectError(await site.inject(`${url}.br`), 'ROUTE_NOT_FOUND')
  })

  it('sends the fallback page for screens behind the login, with any query', async () => {
    for (const url of ['/dashboard', '/dashboard/my-leads?page=2', '/auth/login']) {
      const { statusCode, body } = await site.inject({ url, headers: asBrowser })
      expect([statusCode, body], url).toEqual([200, fallback])
    }
  })

  it('inserts the product’s address, in compressed pages too', async () => {
    const full = about.replaceAll('https://public-url.invalid', 'https://raahi.example')
    const plain = await site.inject({ url: '/about', headers: asBrowser })
    expect([plain.statusCode, plain.body]).toEqual([200, full])
    const packed = await site.inject({ url: '/about', headers: { 'accept-encoding': 'br' } })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(full)
    const zipped = await site.inject({ url: '/about', headers: { 'accept-encoding': 'gzip' } })
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(full)
    const facts = /json">(.*?)</.exec(full)?.[1] ?? ''
    const hash = createHash('sha256').update(facts).digest('base64')
    expect(plain.headers['content-security-policy']).toContain(`'sha256-${hash}'`)
  })

  it('lists the pages with a canonical address for search engines, and no other', async () => {
    const sitemap = await site.inject('/sitemap.xml')
    expect(sitemap.headers['content-type']).toContain('application/xml')
    expect([...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
      'https://raahi.example/about',
    ])
    const robots = await site.inject('/robots.txt')
    expect(robots.body).toContain('Sitemap: https://raahi.example/sitemap.xml')
    expect(robots.body).toContain('Disallow: /dashboard')
  })

  it('answers a browser at an unknown address with the 404 page', async () => {
    for (const url of ['/nowhere', '/page-not-found']) {
      const { statusCode, body } = await site.inject({ url, headers: asBrowser })
      expect([statusCode, body], url).toEqual([404, lost])
    }
    const folderName = await site.inject({ url: '/dashboardx', headers: asBrowser })
    expect(folderName.statusCode).toBe(404)
  })

  it('answers other clients, and every client under /api, with the standard error', async () => {
    expectError(await site.inject('/nowhere'), 'ROUTE_NOT_FOUND')
    for (const url of ['/api/nothing', '/api']) {
      expectError(await site.inject({ url, headers: asBrowser }), 'ROUTE_NOT_FOUND')
    }
    expectError(
      await site.inject({ method: 'POST', url: '/dashboard', headers: asBrowser }),
      'ROUTE_NOT_FOUND',
    )
    expectError(await site.inject('/assets/gone-99.js'), 'ROUTE_NOT_FOUND')
  })

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/%5c..%5c..%5cpackage.json',
    '/index.html.br',
  ])('serves no file outside the build: %s', async (url) => {
    expect((await site.inject(url)).statusCode).toBeGreaterThanOrEqual(400)
  })

  it('is absent without a build: the API’s error, no crash', async () => {
    expectError(await withoutBuild.inject({ url: '/', headers: asBrowser }), 'ROUTE_NOT_FOUND')
    expectError(await withoutBuild.inject('/dashboard'), 'ROUTE_NOT_FOUND')
  })
})

describe('frames with PDFs, which have blob: addresses, and with the preview of a form', () => {
  const frameSources = async (app: FastifyInstance, url: string) => {
    const { headers } = await app.inject({ url, headers: asBrowser })
    return /frame-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
  }

  it('are allowed on the screens behind the login, and on no public page', async () => {
    for (const url of ['/dashboard/kyc', '/dashboard/users', '/auth/login']) {
      expect(await frameSources(site, url), url).toBe("'self' blob:")
    }
    for (const url of ['/', '/about', '/agents', '/unknown', '/api/unknown']) {
      expect(await frameSources(site, url), url).toBeUndefined()
    }
  })

  it('are allowed beside those of the checkout', async () => {
    const app = await serve(folder, checkoutSources('sandbox', 'https://pay.example/checkout.js'))
    expect(await frameSources(app, '/dashboard')).toBe("'self' blob: https://pay.example")
    expect(await frameSources(app, '/')).toBe('https://pay.example')
    await app.close()
  })
})

describe('a page with payments', () => {
  const scriptUrl = 'https://checkout.razorpay.com/v1/checkout.js'

  /** The headers of the home page, its policy by directive. */
  async function headersOfHome(...settings: Parameters<typeof checkoutSources>) {
    const app = await serve(folder, checkoutSources(...settings))
    const { headers } = await app.inject({ url: '/', headers: asBrowser })
    await app.close()
    const directives = String(headers['content-security-policy']).split('; ')
    const policy: Record<string, string[]> = Object.fromEntries(
      directives.map((directive) => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      }),
    )
    return { headers, policy }
  }

  it('may load the provider’s checkout, and nothing else', async () => {
    const { policy, headers } = await headersOfHome('live', scriptUrl)
    expect(policy['script-src']?.filter((source) => !source.startsWith("'"))).toEqual([
      'https://checkout.razorpay.com',
    ])
    expect(policy['frame-src']).toEqual([
      'https://api.razorpay.com',
      'https://checkout.razorpay.com',
    ])
    expect(policy['connect-src']).toEqual([
      "'self'",
      'https://api.razorpay.com',
      'https://lumberjack.razorpay.com',
      'https://lumberjack-cx.razorpay.com',
    ])
    expect(policy['img-src']).toEqual(["'self'", 'data:', 'blob:', 'https://cdn.razorpay.com'])
    expect(policy['default-src']).toEqual(["'self'"])
    expect(policy['script-src']?.join()).not.toMatch(/unsafe|\*/)
    expect(headers['permissions-policy']).toContain(
      'payment=(self "https://api.razorpay.com" "https://checkout.razorpay.com")',
    )
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  })

  it('may also load a configured checkout script', async () => {
    const { policy } = await headersOfHome('live', 'https://pay.example/v1/checkout.js?x=1')
    for (const directive of ['script-src', 'frame-src', 'connect-src', 'img-src']) {
      expect(policy[directive]?.at(-1), directive).toBe('https://pay.example')
    }
    const beside = await headersOfHome('sandbox', 'https://pay.example/sandbox/checkout.js')
    expect(beside.policy['frame-src']).toEqual(['https://pay.example'])
  })

  it.each([
    ['sandbox', undefined],
    ['off', undefined],
    ['off', scriptUrl],
  ] as const)('loads nothing foreign in mode %s (%s)', async (mode, url) => {
    const { policy, headers } = await headersOfHome(mode, url)
    expect(JSON.stringify(policy)).not.toMatch(/https?:/)
    expect(policy).not.toHaveProperty('frame-src')
    expect(headers['permissions-policy']).toContain('payment=()')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
  })
})
