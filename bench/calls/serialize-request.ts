import { randomUUID } from 'node:crypto'
import type { CallInput, EndpointSpec } from '../../contract/src/endpoint.ts'

/** The input of one request. */
export type RequestInput<E extends EndpointSpec> = CallInput<E> & {
  /** Session of the caller. Not set for public calls. */
  token?: string
  headers?: Record<string, string>
}

let requestCount = 0

/**
 * Serializes the request, one character per byte. Each request has another client address, as from a trusted proxy, and
 * another idempotency key if the call takes one.
 */
export async function serializeRequest<E extends EndpointSpec>(
  endpoint: E,
  { params, query, body, token, headers = {} }: RequestInput<E>,
): Promise<string> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string> | undefined)?.[name] ?? ''),
  )
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  const { bytes, type } = await serializeBody(body)
  const all: Record<string, string> = {
    host: '127.0.0.1',
    'x-forwarded-for': nextAddress(),
    ...(token && { authorization: `Bearer ${token}` }),
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
