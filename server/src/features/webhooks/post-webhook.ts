import type { RequestOptions } from 'node:http'
import type { AttemptError } from '@raahi/contract/webhooks'
import {
  AddressRefused,
  checkAddress,
  checkedLookup,
  type PushNetwork,
} from '../../platform/push/push-network.ts'

/** Bytes of an answer that are read and kept. */
const maxAnswerBytes = 2048

/** The outcome of one request. A status of any kind is an answer; redirects are not followed. */
export type PostOutcome = { ms: number } & (
  | { status: number; error: null; answer: string | null }
  | { status: null; error: AttemptError; answer: null }
)

interface Message {
  url: URL
  headers: Record<string, string>
  body: string
}

/** Sends one request. One limit covers resolving, connecting and waiting for the answer. */
export async function postWebhook(
  network: PushNetwork,
  message: Message,
  timeoutMs: number,
): Promise<PostOutcome> {
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(timeoutMs)
  const ms = () => Math.round(performance.now() - startedAt)
  try {
    const { status, answer } = await post(network, message, signal)
    return { status, error: null, answer, ms: ms() }
  } catch (error) {
    if (error instanceof AddressRefused)
      return { status: null, error: 'refused-address', answer: null, ms: ms() }
    return {
      status: null,
      error: signal.aborted ? 'timeout' : 'unreachable',
      answer: null,
      ms: ms(),
    }
  }
}

function post(
  network: PushNetwork,
  { url, headers, body }: Message,
  signal: AbortSignal,
): Promise<{ status: number; answer: string | null }> {
  return new Promise((resolve, reject) => {
    checkAddress(network, url)
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: checkedLookup(network, signal),
      // A new connection for this request, so that its address is checked.
      agent: false,
      signal,
    }
    const sent = network.request(url, options, (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      const end = () => {
        const text = Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString()
        // PostgreSQL stores no NUL.
        resolve({ status: response.statusCode ?? 0, answer: text.replaceAll('\0', '') || null })
        response.destroy()
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes >= maxAnswerBytes) end()
      })
      // The status alone decides, so an answer that breaks off counts.
      response.on('end', end).on('error', end).on('close', end)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
