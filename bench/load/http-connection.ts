import { connect, type Socket } from 'node:net'
import { countChunks } from './chunked-body.ts'

export type HttpAnswer = {
  status: number
  /** Status line and headers, as received. */
  head: string
  bodyBytes: number
  body: Buffer | undefined
}

/** A keep-alive connection that carries one request at a time. */
export type HttpConnection = {
  /**
   * Sends a whole request and waits for the whole response.
   * @param keepBody whether to keep the body of a success. The body of an error is always kept, a chunked body never.
   * @throws Error if the connection is lost
   */
  send(request: string, keepBody?: boolean): Promise<HttpAnswer>
  /** False after the server closed the idle connection. */
  isOpen(): boolean
  close(): void
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/**
 * Opens a minimal HTTP/1.1 connection to the product: bodies with content-length or in chunks, no redirects, no TLS.
 * The load generator shares the machine with the server, so it must use little CPU time.
 */
export async function openHttp(port: number, host = '127.0.0.1'): Promise<HttpConnection> {
  const socket = await dial(port, host)
  let answered: ((answer: HttpAnswer) => void) | undefined
  let failed: ((error: Error) => void) | undefined
  let unread: Buffer | undefined
  let head = ''
  let keep = false
  let status = 0
  let bodyBytes = 0
  let awaited = -1
  let kept: Buffer[] = []
  let takeChunks: ((arrived: Buffer) => number | undefined) | undefined

  const answer = (body?: Buffer) => {
    awaited = -1
    takeChunks = undefined
    const resolve = answered
    answered = undefined
    failed = undefined
    resolve?.({ status, head, bodyBytes, body })
  }
  const takeBody = (chunk: Buffer) => {
    if (takeChunks) {
      bodyBytes = takeChunks(chunk) ?? -1
      if (bodyBytes >= 0) answer()
      return
    }
    awaited -= chunk.length
    if (keep) kept.push(Buffer.from(chunk))
    if (awaited <= 0) answer(keep ? Buffer.concat(kept) : undefined)
  }
  socket.on('data', (chunk) => {
    if (awaited >= 0 || takeChunks) return takeBody(chunk)
    unread = unread ? Buffer.concat([unread, chunk]) : chunk
    const end = unread.indexOf(END_OF_HEAD)
    if (end < 0) return
    head = unread.toString('latin1', 0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head)
    if (length === undefined && !isChunked) {
      socket.destroy(new Error('a response without a known length'))
      return
    }
    status = Number(head.slice(9, 12))
    if (isChunked) takeChunks = countChunks()
    else awaited = bodyBytes = Number(length)
    keep ||= status >= 400
    kept = []
    const body = unread.subarray(end + END_OF_HEAD.length)
    unread = undefined
    takeBody(body)
  })
  socket.on('error', (error) => failed?.(error))
  socket.on('close', () => failed?.(new Error('the connection was closed')))

  return {
    send(request, keepBody = false) {
      return new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error('the connection is closed'))
        answered = resolve
        failed = reject
        keep = keepBody
        socket.write(request, 'latin1')
      })
    },
    isOpen: () => !socket.destroyed && socket.writable,
    close: () => socket.destroy(),
  }
}

function dial(port: number, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true })
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
    socket.once('error', reject)
  })
}
