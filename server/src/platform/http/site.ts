import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import serveStatic from '@fastify/static'
import { embedScriptPath } from '@raahi/contract/embed-page'
import { pushWorkerPath } from '@raahi/contract/push-alerts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createBoundedQueue } from './bounded-queue.ts'
import { sendFailure } from './error-response.ts'
import { ApiFailure } from './failure.ts'
import {
  contentSecurityPolicy,
  type ForeignSources,
  type PageSources,
  permissionsPolicy,
} from './security-headers.ts'

/** Addresses that the browser's router handles, from the fallback page. */
const clientRoutes =
  /^\/(auth|dashboard|forgot-password|verify-otp|add-new-password|confirm-email|join)(\/|$)/
/** The folder of the files that have a hash in their names. */
const assetsFolder = 'assets/'
const yearMs = 365 * 24 * 3600 * 1000
/** Placeholder for this product's address in the built pages (web/src/features/site/site-meta.ts). */
const originPlaceholder = 'https://public-url.invalid'
/** Placeholder for data of the database in a built page (web/src/features/site/agents-market.tsx). */
const livePlaceholder = '<!--live-->'
/** The built page in which the browser's router renders the screens behind the login. */
const fallbackPage = '/__spa-fallback'
/** A built page that is served at every unknown address. */
const notFoundPage = '/page-not-found'
/** Below the highest quality, because a visitor waits for the compression. */
const brotliQuality = 9
/** Compressing a page takes about 20 MB. Compressing all pages at once caused the highest memory use of the process. */
const oneAtATime = createBoundedQueue({ atOnce: 1, maxWaiting: Number.POSITIVE_INFINITY })

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

type Encoding = 'br' | 'gzip'

interface Page {
  html: Buffer
  /** undefined: the page is sent uncompressed. */
  packed: (encoding: Encoding) => Promise<Buffer | undefined>
  etag: string
  policy: string
  permissions: string
  /** Search engines may list it: it has a canonical address. */
  isListed: boolean
}

export interface SiteOptions extends ForeignSources {
  /** The public address of the product, for links that must be absolute: search engines and previews. */
  publicUrl: string
  /** Reads the HTML that the server inserts at `livePlaceholder`, by the path of the page. */
  live?: Readonly<Record<string, () => Promise<string>>>
}

/**
 * Serves the built web app: prerendered pages, the fallback page of the browser's router, and assets, which have a hash
 * in their names and never change.
 * @param folder the build; without one (as in API tests) only the API is served
 */
export async function addSite(
  app: FastifyInstance,
  folder: string,
  options: SiteOptions,
): Promise<void> {
  const files = existsSync(folder) ? await listFiles(folder) : []
  const pages = await readPages(folder, files, options)
  const fallback = pages.get(fallbackPage)
  answerUnknownAddresses(app, fallback, pages.get(notFoundPage) ?? fallback)
  if (!fallback) return
  addForSearchEngines(app, pages, options.publicUrl)
  await addFiles(app, folder, files)
  for (const [url, page] of pages) {
    // A feature may serve a page itself.
    if (page === fallback || url === notFoundPage || app.hasRoute({ method: 'GET', url })) continue
    const present = withLive(page, options.live?.[url])
    app.get(url, { schema: { hide: true } }, async (request, reply) =>
      sendPage(request, reply, await present()),
    )
  }
}

/**
 * Serves the files that are not pages. The assets have one route: with a route for each, they took half of the time in
 * which the product builds its routes.
 */
async function addFiles(
  app: FastifyInstance,
  folder: string,
  files: readonly string[],
): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlOf(path))
      // Other websites load this script.
      if (path.replaceAll(sep, '/').includes(embedScriptPath)) {
        reply.header('cross-origin-resource-policy', 'cross-origin')
      }
    },
  })
  const served = files.filter((file) => !/\.(html|br|gz)$/.test(file))
  const schema = { hide: true }
  const assets = new Set(served.filter((file) => file.startsWith(assetsFolder)))
  app.get<{ Params: { '*': string } }>(`/${assetsFolder}*`, { schema }, (request, reply) => {
    const file = assetsFolder + request.params['*']
    return assets.has(file) ? reply.sendFile(file) : reply.callNotFound()
  })
  for (const file of served) {
    if (!assets.has(file)) app.get(`/${file}`, { schema }, (_, reply) => reply.sendFile(file))
  }
}

/** Paths of the files of a folder, relative to it, with slashes. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
}

/** @param path of a file of the build */
function cacheControlOf(path: string): string {
  if (path.includes('/assets/')) return `public, max-age=${yearMs / 1000}, immutable`
  // A browser must find a new version of a service worker at its next check.
  return basename(path) === basename(pushWorkerPath) ? 'no-cache' : 'public, max-age=3600'
}

/** Answers a browser with the 404 page, and other clients with the standard error. */
function answerUnknownAddresses(
  app: FastifyInstance,
  fallback: Page | undefined,
  notFound: Page | undefined,
): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isDrawn = clientRoutes.test(path)
    const wantsPage = isDrawn || request.headers.accept?.includes('text/html')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const page = isDrawn ? fallback : notFound
    if (page && isRead && wantsPage && !/^\/api(\/|$)/.test(path)) {
      return sendPage(request, reply.status(isDrawn ? 200 : 404), page)
    }
    return sendFailure(reply, new ApiFailure('ROUTE_NOT_FOUND'))
  })
}

/** Serves sitemap.xml and robots.txt. Pages with noindex are not in the sitemap. */
function addForSearchEngines(
  app: FastifyInstance,
  pages: ReadonlyMap<string, Page>,
  publicUrl: string,
): void {
  const listed = [...pages].filter(([, page]) => page.isListed).map(([url]) => publicUrl + url)
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${listed.map((url) => `  <url><loc>${url}</loc></url>`).join('\n')}
</urlset>
`
  const robots = `User-agent: *
Disallow: /api/
Disallow: /auth/
Disallow: /dashboard
Disallow: /enquiries/

Sitemap: ${publicUrl}/sitemap.xml
`
  const files = {
    '/sitemap.xml': ['application/xml', sitemap],
    '/robots.txt': ['text/plain', robots],
  }
  for (const [url, [type, text]] of Object.entries(files)) {
    app.get(url, { schema: { hide: true } }, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type(`${type}; charset=utf-8`)
        .send(text),
    )
  }
}

async function readPages(
  folder: string,
  files: readonly string[],
  options: SiteOptions,
): Promise<Map<string, Page>> {
  const read = async (file: string): Promise<[string, Page]> => {
    const url = `/${file}`.replace(/\/index\.html$|\.html$/, '') || '/'
    const page = { ...options, hasPdfFrames: url === fallbackPage }
    return [url, await readPage(join(folder, file), page)]
  }
  const pages = files.filter((name) => name.endsWith('.html')).sort()
  return new Map(await Promise.all(pages.map(read)))
}

async function readPage(path: string, options: SiteOptions & PageSources): Promise<Page> {
  const built = await readFile(path)
  const html = withOwnAddress(built, options.publicUrl)
  return {
    html,
    packed: html === built ? await packedByBuild(path) : compressOnDemand(html),
    etag: `"${sha256(html)}"`,
    policy: contentSecurityPolicy(inlineScriptHashes(html.toString()), options),
    permissions: permissionsPolicy(options),
    isListed: html.includes('rel="canonical"'),
  }
}

/** @returns the same page if it contains no placeholder */
export function withOwnAddress(built: Buffer, publicUrl: string): Buffer {
  if (!built.includes(originPlaceholder)) return built
  return Buffer.from(built.toString().replaceAll(originPlaceholder, publicUrl))
}

/** Returns the page with the current data. It is built and compressed once per change of the data. */
function withLive(page: Page, read?: () => Promise<string>): () => Promise<Page> | Page {
  if (!read) return () => page
  const built = page.html.toString()
  let latest: { content: string; page: Page } | undefined
  return async () => {
    const content = await read()
    if (latest?.content !== content) {
      const html = Buffer.from(built.replace(livePlaceholder, () => content))
      const etag = `"${sha256(html)}"`
      latest = { content, page: { ...page, html, etag, packed: compressOnDemand(html) } }
    }
    return latest.page
  }
}

async function packedByBuild(path: string): Promise<Page['packed']> {
  const readIfExists = async (file: string) => (existsSync(file) ? readFile(file) : undefined)
  const [br, gz] = await Promise.all([readIfExists(`${path}.br`), readIfExists(`${path}.gz`)])
  return async (encoding) => (encoding === 'br' ? br : gz)
}

/**
 * Compresses the page at the first request of each encoding, because compressing all pages was the slowest part of the
 * start.
 */
function compressOnDemand(html: Buffer): Page['packed'] {
  const results = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => {
    const existing = results.get(encoding)
    if (existing) return existing
    const result = oneAtATime(() => compressed(html, encoding))
    results.set(encoding, result)
    result.catch(() => results.delete(encoding)) // The next request tries again.
    return result
  }
}

function compressed(html: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return deflate(html)
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
  }
  return brotli(html, { params })
}

/** The policy allows an inline script by its hash. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...new Set([...scripts].map(([, source]) => `'sha256-${sha256(source ?? '')}'`))]
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64')
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
): Promise<FastifyReply> {
  reply.header('content-security-policy', page.policy)
  reply.header('permissions-policy', page.permissions)
  reply.header('cache-control', 'no-cache')
  reply.header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === page.etag && reply.statusCode === 200) {
    return reply.status(304).send()
  }
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  const packed = encoding && (await page.packed(encoding))
  if (packed) reply.header('content-encoding', encoding)
  return reply
    .header('etag', page.etag)
    .type('text/html; charset=utf-8')
    .send(packed ?? page.html)
}
