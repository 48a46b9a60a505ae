import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFailure } from './error-answer.ts'
import { ApiFailure } from './failure.ts'
import {
  contentSecurityPolicy,
  type ForeignSources,
  permissionsPolicy,
} from './security-headers.ts'

/** Addresses that the browser's router draws from the fallback page. */
const clientRoutes = /^\/(auth|dashboard|forgot-password|verify-otp|add-new-password)(\/|$)/
const yearMs = 365 * 24 * 3600 * 1000

interface Page {
  body: Record<'identity' | 'gzip' | 'br', Buffer>
  etag: string
  policy: string
  permissions: string
}

/**
 * Serves the built web app: prerendered pages, the fallback page for what the browser draws, and assets,
 * which carry a hash in their names and never change.
 * @param folder the build; without one (as in tests of the API) only the API is served
 */
export async function addSite(
  app: FastifyInstance,
  folder: string,
  sources: ForeignSources = {},
): Promise<void> {
  const pages = existsSync(folder) ? await readPages(folder, sources) : new Map<string, Page>()
  const fallback = pages.get('/__spa-fallback')
  answerUnknownAddresses(app, fallback)
  if (!fallback) return
  await app.register(serveStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header(
        'cache-control',
        isHashed ? `public, max-age=${yearMs / 1000}, immutable` : 'public, max-age=3600',
      )
    },
  })
  for (const [url, page] of pages) {
    if (page === fallback) continue
    app.get(url, { schema: { hide: true } }, (request, reply) => sendPage(request, reply, page))
  }
}

/** A person gets a page that says so, everybody else the standard error. */
function answerUnknownAddresses(app: FastifyInstance, fallback: Page | undefined): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isDrawn = clientRoutes.test(path)
    const wantsPage = isDrawn || request.headers.accept?.includes('text/html')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (fallback && isRead && wantsPage && !/^\/api(\/|$)/.test(path)) {
      return sendPage(request, reply.status(isDrawn ? 200 : 404), fallback)
    }
    return sendFailure(reply, new ApiFailure('ROUTE_NOT_FOUND'))
  })
}

async function readPages(folder: string, sources: ForeignSources): Promise<Map<string, Page>> {
  const files = await readdir(folder, { recursive: true })
  const pages = new Map<string, Page>()
  for (const file of files.filter((name) => name.endsWith('.html'))) {
    const url = `/${file}`.replace(/\/index\.html$|\.html$/, '') || '/'
    pages.set(url, await readPage(join(folder, file), sources))
  }
  return pages
}

async function readPage(path: string, sources: ForeignSources): Promise<Page> {
  const html = await readFile(path)
  const orPlain = async (ending: string) => {
    const compressed = path + ending
    return existsSync(compressed) ? readFile(compressed) : html
  }
  return {
    body: { identity: html, gzip: await orPlain('.gz'), br: await orPlain('.br') },
    etag: `"${sha256(html)}"`,
    policy: contentSecurityPolicy(inlineScriptHashes(html.toString()), sources),
    permissions: permissionsPolicy(sources),
  }
}

/** A script in a page runs only if the policy names its hash. */
function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...new Set([...scripts].map(([, source]) => `'sha256-${sha256(source ?? '')}'`))]
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64')
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply.header('content-security-policy', page.policy)
  reply.header('permissions-policy', page.permissions)
  reply.header('cache-control', 'no-cache')
  reply.header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === page.etag && reply.statusCode === 200) {
    return reply.status(304).send()
  }
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
  const body = page.body[encoding]
  const isCompressed = encoding !== 'identity' && body !== page.body.identity
  if (isCompressed) reply.header('content-encoding', encoding)
  return reply.header('etag', page.etag).type('text/html; charset=utf-8').send(body)
}
