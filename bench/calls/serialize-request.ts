import { randomUUID } from 'node:crypto'
import type { EndpointSpec } from '../../contract/src/endpoint.ts'

export type RequestInput = {
  /** Session of the caller. Public calls do not send it. */
  token: string
  /** Values for the parameters in the path, by name. Others are ignored. */
  params: Record<string, unknown>
  query: unknown
  body: unknown
  headers: Record<string, string> | undefined
}

let requestCount = 0

/**
 * Serializes the request, one character per byte. Each request has a different client address, as from a trusted proxy,
 * and a different idempotency key if the call takes one.
 */
export async function serializeRequest(
  endpoint: EndpointSpec,
  { params, query, body, token, headers }: RequestInput,
): Promise<string> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const isPublic = endpoint.access === 'public' || endpoint.access === 'cookie'
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  const { bytes, type } = await serializeBody(body)
  const all: Record<string, string> = {
    host: '127.0.0.1',
    'x-forwarded-for': nextAddress(),
    ...(!isPublic && { authorization: `Bearer ${token}` }),
    ...(endpoint.idempotent && { 'idempotency-key': randomUUID() }),
    ...(type && { 'content-type': type }),
    ...(endpoint.method !== 'GET' && { 'content-length': String(bytes.length) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${endpoint.method} ${path}${search} HTTP/1.1\r\n${lines.join('')}\r\n${bytes.toString('latin1')}`
}

/** A string is sent unchanged, because it may be signed. */
async function serializeBody(body: unknown): Promise<{ bytes: Buffer; type: string | null }> {
  if (body === undefined) return { bytes: Buffer.alloc(0), type: null }
  if (body instanceof FormData) {
    const form = new Response(body)
    const type = form.headers.get('content-type')
    return { bytes: Buffer.from(await form.arrayBuffer()), type }
  }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { bytes: Buffer.from(text), type: 'application/json' }
}

function nextAddress(): string {
  requestCount += 1
  return `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`
}
