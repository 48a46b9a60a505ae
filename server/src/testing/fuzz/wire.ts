import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { FormFile } from './form-file.ts'
import type { Operation } from './operations.ts'
import type { Draft } from './request-draft.ts'

export interface WireRequest {
  method: string
  /** With its query, as in the request line. */
  path: string
  headers: Record<string, string | string[]>
  body: Buffer | null
}

export interface WireAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  ms: number
}

const boundary = 'raahi-fuzz'
/** Only a request that hangs takes longer, also on a busy machine. */
const answerWithinMs = 20_000

/** Encodes a draft. In an address a lone surrogate becomes U+FFFD, because it cannot be encoded. */
export function toWire(operation: Operation, draft: Draft): WireRequest {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((draft.params[name] ?? '').toWellFormed()),
  )
  const query = new URLSearchParams(draft.query).toString()
  const wire: WireRequest = {
    method: operation.method,
    path: query ? `${path}?${query}` : path,
    headers: { ...draft.headers },
    body: null,
  }
  if (draft.body === undefined) return wire
  if (operation.body?.mediaType === 'multipart/form-data') {
    wire.headers['content-type'] = `multipart/form-data; boundary=${boundary}`
    wire.body = formBody(draft.body, draft.file ? [draft.file] : [])
  } else {
    wire.headers['content-type'] = 'application/json'
    wire.body = Buffer.from(JSON.stringify(draft.body) ?? '')
  }
  return wire
}

/** Encodes a form of text fields and files. The form has no fields if `fields` is not an object. */
export function formBody(fields: unknown, files: readonly FormFile[]): Buffer {
  const entries = typeof fields === 'object' && fields !== null ? Object.entries(fields) : []
  const parts: (string | Buffer)[] = []
  for (const [name, value] of entries) {
    parts.push(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`)
    parts.push(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), '\r\n')
  }
  for (const { field, name, bytes } of files) {
    const head = `content-disposition: form-data; name="${field}"; filename="${name}"`
    parts.push(`--${boundary}\r\n${head}\r\n\r\n`, bytes, '\r\n')
  }
  parts.push(`--${boundary}--\r\n`)
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}

export interface WireClient {
  /** @throws Error if no response arrives */
  send(wire: WireRequest): Promise<WireAnswer>
  close(): void
}

/** A client over real connections to a product that listens on this port of 127.0.0.1. */
export function connectWire(port: number): WireClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const startedAtMs = performance.now()
        const length = body ? { 'content-length': String(body.length) } : {}
        const sent = request({
          agent,
          port,
          host: '127.0.0.1',
          method,
          path,
          headers: { ...headers, ...length },
          timeout: answerWithinMs,
        })
        sent.on('timeout', () => sent.destroy(new Error(`no answer in ${answerWithinMs} ms`)))
        sent.on('error', reject)
        sent.on('response', (answer) => {
          readText(answer).then(
            (text) =>
              resolve({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                text,
                ms: performance.now() - startedAtMs,
              }),
            reject,
          )
        })
        sent.end(body ?? undefined)
      }),
    close: () => agent.destroy(),
  }
}

async function readText(answer: IncomingMessage): Promise<string> {
  if (answer.headers['content-type']?.startsWith('text/event-stream')) {
    // A stream does not end, so only its first event is read.
    for await (const firstEvent of answer) return String(firstEvent)
  }
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
