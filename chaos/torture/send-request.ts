import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, CallInput, EndpointSpec } from '../../contract/src/endpoint.ts'
import type { OutageLog } from './outage-log.ts'
import type { Random } from './random.ts'

/** Longer than the product ever waits for a lock. A response that takes longer counts as lost. */
const responseTimeoutMs = 15_000
/** Much longer than any outage, because a busy machine is not a fault of the product. */
const retryTimeoutMs = 600_000

/** The response that ended all attempts. */
export type FinalResponse<E extends EndpointSpec> = {
  /** Error code. Null: success, and `data` is set. `UNKNOWN`: no response, and a retry is not allowed. */
  code: string | null
  data: Answer<E>
  /** The response is the stored result of an earlier attempt. */
  replayed: boolean
  /** Number of attempts whose outcome is unknown. */
  unknownOutcomes: number
  /** Number of failed attempts before this response. */
  failedAttempts: number
  /** When the successful attempt was sent and answered, as `performance.now()`. */
  sentAtMs: number
  answeredAtMs: number
}

export type RequestInput<E extends EndpointSpec> = CallInput<E> & {
  token?: string
  /** One key per intent. All attempts use it. */
  key?: string
  /** Never repeat after a lost response, because a second attempt could do the work twice. */
  noRetry?: true
}

export type SendRequest = <E extends EndpointSpec>(
  endpoint: E,
  request: RequestInput<E>,
) => Promise<FinalResponse<E>>

/** State that all requests share. */
export type RunContext = {
  /** Addresses of the servers. Each attempt picks one at random; some servers may be down. */
  addresses: readonly string[]
  outages: OutageLog
  /** Times of acknowledged calls, in order. */
  acknowledgedAtMs: number[]
  reportViolation: (message: string) => void
}

type Attempt = { status: number; name: string; body?: Body; replayed?: boolean }
type Body = { success: boolean; code?: string; data?: unknown }

/** The server did nothing and asks for a retry. */
const retryCode = 'TOO_BUSY_RETRY'

/**
 * Retries as a careful client does: after a timeout, a lost connection or a 5xx the outcome is unknown, and the request
 * is repeated with the same key until a definite response arrives.
 */
export function createRequestSender(
  context: Omit<RunContext, 'reportViolation'>,
  random: Random,
): SendRequest {
  return async (endpoint, request) => {
    const retryUntilMs = performance.now() + retryTimeoutMs
    for (let unknownOutcomes = 0, failedAttempts = 0; ; failedAttempts += 1) {
      const sentAtMs = performance.now()
      const address = random.pick(context.addresses)
      const attempt = await sendOnce(address, endpoint, request)
      const answeredAtMs = performance.now()
      const time = { sentAtMs, answeredAtMs }
      if (attempt.body && attempt.status < 500 && attempt.name !== retryCode) {
        if (attempt.body.success) context.acknowledgedAtMs.push(answeredAtMs)
        const code = attempt.body.success ? null : attempt.name
        const data = attempt.body.data as Answer<typeof endpoint>
        return {
          code,
          data,
          replayed: attempt.replayed === true,
          unknownOutcomes,
          failedAttempts,
          ...time,
        }
      }
      // Nothing was sent over a refused connection, so the outcome is known.
      if (attempt.name !== retryCode && attempt.name !== 'ECONNREFUSED') unknownOutcomes += 1
      if (attempt.name !== retryCode) {
        context.outages.recordFailure({
          call: endpoint.name,
          status: attempt.status,
          name: attempt.name,
          ...time,
        })
      }
      if (request.noRetry && unknownOutcomes > 0) {
        return {
          code: 'UNKNOWN',
          data: undefined as never,
          replayed: false,
          unknownOutcomes,
          failedAttempts: failedAttempts + 1,
          ...time,
        }
      }
      if (answeredAtMs > retryUntilMs) {
        throw new Error(
          `${endpoint.name} got no response (last: ${attempt.status} ${attempt.name})`,
        )
      }
      await sleep(50 + random.next() * 100)
    }
  }
}

async function sendOnce<E extends EndpointSpec>(
  address: string,
  endpoint: E,
  { params, query, body, token, key }: RequestInput<E>,
): Promise<Attempt> {
  const names = params as Record<string, string> | undefined
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => names?.[name] ?? '')
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  const isForm = (body as unknown) instanceof FormData
  try {
    const response = await fetch(`${address}${path}${search}`, {
      method: endpoint.method,
      headers: {
        'cache-control': 'no-cache', // A client that sees its own actions at once.
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? (body as unknown as FormData) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
    if (!response.headers.get('content-type')?.startsWith('application/json')) {
      await response.body?.cancel() // A proxy without a reachable server sends an HTML page.
      return { status: response.status, name: String(response.status) }
    }
    const read = (await response.json()) as Body
    return {
      status: response.status,
      name: read.code ?? String(response.status),
      body: read,
      replayed: response.headers.get('idempotency-replayed') === 'true',
    }
  } catch (error) {
    return { status: 0, name: failureReason(error) }
  }
}

/** The reason why a call has no response. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no response in time'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'connection lost'
}
