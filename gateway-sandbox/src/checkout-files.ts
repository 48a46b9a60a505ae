import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { guidePage } from './guide-page.ts'

const folder = join(import.meta.dirname, '../checkout')
const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
}

/** Serves the script of the checkout, the files that it loads, and a page that describes the sandbox. */
export function addCheckoutFiles(app: FastifyInstance): void {
  addFile(app, '/', '.html', guidePage)
  for (const name of readdirSync(folder)) {
    const extension = extname(name)
    if (!(extension in contentTypes)) continue
    const path = name === 'checkout.js' ? '/checkout.js' : `/checkout/${name}`
    addFile(app, path, extension, readFileSync(join(folder, name), 'utf8'))
  }
}

/** Browsers revalidate the file at each use. */
function addFile(app: FastifyInstance, path: string, extension: string, body: string): void {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
  app.get(path, (request, reply) => {
    reply.type(contentTypes[extension] ?? '').headers({ 'cache-control': 'no-cache', etag })
    return request.headers['if-none-match'] === etag ? reply.status(304).send() : reply.send(body)
  })
}
