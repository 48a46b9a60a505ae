import { randomUUID } from 'node:crypto'
import type { CallInput, EndpointSpec } from '../../contract/src/endpoint.ts'

/** What one caller asks of a call. */
export type RequestInput<E extends EndpointSpec> = CallInput<E> & {
  /** Of whoever asks; none where the call is open to everybody. */
  token?: string
  headers?: Record<string, string>
}

let requestCount = 0

/**
 * The request as it goes over the wire, one character a byte. Each comes from an address of its own, as a trusted proxy
 * tells it, and has an idempotency key of its own where the call takes one.
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

/** A text is sent as it is: somebody has signed it. */
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
