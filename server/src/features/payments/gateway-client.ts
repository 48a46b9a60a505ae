import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { readJson, readText } from '../../platform/http/read-text.ts'
import { JobFailure } from '../../platform/jobs/job-failure.ts'
import { currentTraceparent, runInSpan } from '../../platform/observability/tracing.ts'
import { currentRequestId } from '../../platform/observability/work-context.ts'
import { gatewayCallDuration } from './payment-metrics.ts'

/** A payment in the gateway's response; amounts in paise. Unknown statuses are accepted. */
const payment = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  /** created, authorized, captured, refunded, failed */
  status: z.string(),
  order_id: z.string().nullish(),
  method: z.string().nullish(),
  amount_refunded: z.int().nullish(),
  error_description: z.string().nullish(),
  created_at: z.number().nullish(),
})
export type GatewayPayment = z.output<typeof payment>

const order = z.object({ id: z.string(), amount: z.int(), currency: z.string() })
export type GatewayOrder = z.output<typeof order>

const refund = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  /** Our id of the refund. */
  receipt: z.string().nullish(),
  /** pending, processed, failed */
  status: z.string(),
})
export type GatewayRefund = z.output<typeof refund>

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })

const refusal = z.object({
  error: z.object({ code: z.string(), description: z.string().nullish() }),
})

/** The gateway did not answer, or its response is invalid. A later attempt may succeed. */
export class GatewayUnavailable extends JobFailure {
  constructor(message: string, options?: ErrorOptions) {
    super('gateway-unavailable', message, options)
  }
}

/** The gateway rejected the request. A retry would be rejected too. */
export class GatewayRefused extends JobFailure {
  readonly status: number

  constructor(status: number, description: string) {
    super('gateway-refused', `the gateway refused with ${status}: ${description}`)
    this.status = status
  }
}

/** Time limit of each attempt and number of attempts of a call. */
export interface RetryPolicy {
  timeoutMs: number
  tries: number
}

/** The calls of the provider's HTTP API that the product makes. Each may throw GatewayUnavailable or GatewayRefused. */
export interface GatewayClient {
  /** Creates an order. A repeated call may create a second order with the same receipt, which is never paid. */
  createOrder(of: {
    receipt: string
    amountPaise: number
    notes: Record<string, string>
  }): Promise<GatewayOrder>
  /** @returns null if the gateway does not know the payment */
  fetchPayment(id: string, retryPolicy?: RetryPolicy): Promise<GatewayPayment | null>
  /** The payments of an order, successful or not; empty if the gateway does not know the order. */
  fetchOrderPayments(orderId: string, retryPolicy?: RetryPolicy): Promise<GatewayPayment[]>
  /** Refunds a captured payment, once per key. A key has 10 or more characters. */
  refundPayment(
    id: string,
    of: { amountPaise: number; receipt: string; key: string },
    retryPolicy?: RetryPolicy,
  ): Promise<GatewayRefund>
  /** The newest 100 refunds of a payment. */
  fetchRefunds(paymentId: string, retryPolicy?: RetryPolicy): Promise<GatewayRefund[]>
}

const usual: RetryPolicy = { timeoutMs: 4000, tries: 2 }
export const retryPauseMs = 200
/** Enough for a response with thousands of payments. */
const maxResponseBytes = 8 * 1024 * 1024
/** The gateway captures a payment automatically if the bank confirms it within five days. */
const captureWithinMinutes = 5 * 24 * 60

export interface GatewayAccess {
  keyId: string
  keySecret: string
  /** The base address of the API; called for each request. */
  baseUrl: () => string
}

/**
 * A client of the provider's API, for the provider and for the sandbox. Every call is safe to repeat, and is repeated
 * once if the gateway is unavailable.
 */
export function createGatewayClient(access: GatewayAccess): GatewayClient {
  const ask = <T extends z.ZodType>(answer: T, call: Call, retryPolicy = usual) =>
    withRetries(retryPolicy, () =>
      withMetrics(call.name, () => send(access, answer, call, retryPolicy.timeoutMs)),
    )

  return {
    createOrder: ({ receipt, amountPaise, notes }) =>
      ask(order, {
        name: 'createOrder',
        method: 'POST',
        path: '/v1/orders',
        body: {
          amount: amountPaise,
          currency: 'INR',
          receipt,
          notes,
          payment: {
            capture: 'automatic',
            capture_options: {
              automatic_expiry_period: captureWithinMinutes,
              manual_expiry_period: captureWithinMinutes,
              refund_speed: 'normal',
            },
          },
        },
      }),
    fetchPayment: (id, retryPolicy) =>
      ask(
        payment,
        { name: 'fetchPayment', path: `/v1/payments/${encodeURIComponent(id)}` },
        retryPolicy,
      ).catch(defaultIfUnknown(null)),
    fetchOrderPayments: (orderId, retryPolicy) =>
      ask(
        listOf(payment),
        {
          name: 'fetchOrderPayments',
          path: `/v1/orders/${encodeURIComponent(orderId)}/payments`,
        },
        retryPolicy,
      )
        .then(({ items }) => items)
        .catch(defaultIfUnknown([])),
    refundPayment: (id, { amountPaise, receipt, key }, retryPolicy) =>
      ask(
        refund,
        {
          name: 'refundPayment',
          method: 'POST',
          path: `/v1/payments/${encodeURIComponent(id)}/refund`,
          headers: { 'x-refund-idempotency': key },
          body: { amount: amountPaise, speed: 'normal', receipt },
        },
        retryPolicy,
      ),
    fetchRefunds: (paymentId, retryPolicy) =>
      ask(
        listOf(refund),
        {
          name: 'fetchRefunds',
          // Without a count the provider lists only ten.
          path: `/v1/payments/${encodeURIComponent(paymentId)}/refunds?count=100`,
        },
        retryPolicy,
      ).then(({ items }) => items),
  }
}

interface Call {
  /** The name of the call in the metrics. */
  name: keyof GatewayClient
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: object
}

async function withRetries<T>({ tries }: RetryPolicy, attempt: () => Promise<T>): Promise<T> {
  for (let done = 1; ; done += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof GatewayUnavailable) || done >= tries) throw error
      await sleep(retryPauseMs * done)
    }
  }
}

/** Counts an attempt by call and outcome, and adds a span to the trace. */
async function withMetrics<T>(call: string, attempt: () => Promise<T>): Promise<T> {
  const end = gatewayCallDuration.startTimer({ call })
  try {
    const result = await runInSpan({ name: `gateway ${call}`, kind: 'client' }, attempt)
    end({ outcome: 'ok' })
    return result
  } catch (error) {
    end({ outcome: error instanceof GatewayRefused ? 'refused' : 'unavailable' })
    throw error
  }
}

/** Headers with the request id and trace. The gateway ignores them and may log them. */
function contextHeaders(): Record<string, string> {
  const requestId = currentRequestId()
  const traceparent = currentTraceparent()
  return { ...(requestId && { 'x-request-id': requestId }), ...(traceparent && { traceparent }) }
}

/** The provider answers 400 for an unknown id. Wrong keys (401) are still an error. */
function defaultIfUnknown<T>(none: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof GatewayRefused && [400, 404].includes(error.status)) return none
    throw error
  }
}

async function send<T extends z.ZodType>(
  { keyId, keySecret, baseUrl }: GatewayAccess,
  answer: T,
  { method = 'GET', path, headers, body }: Call,
  timeoutMs: number,
): Promise<z.output<T>> {
  // Error messages contain only the method and path: neither keys nor request bodies may reach a log.
  const call = `${method} ${path}`
  const address = `${baseUrl()}${path}`
  let response: Response
  let text: string
  try {
    response = await fetch(address, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
        ...(body && { 'content-type': 'application/json' }),
        ...contextHeaders(),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await readText(response, maxResponseBytes)
  } catch (cause) {
    throw new GatewayUnavailable(`${call} got no response`, { cause })
  }
  const json = readJson(text)
  if (!response.ok) throw failureOf(response.status, json, call)
  const parsed = answer.safeParse(json)
  if (parsed.success) return parsed.data
  throw new GatewayUnavailable(`${call} returned an invalid response`, { cause: parsed.error })
}

function failureOf(status: number, json: unknown, call: string): Error {
  const { data } = refusal.safeParse(json)
  // 409: the same refund is being processed; 408 and 429: retry later.
  const isTemporary = status >= 500 || [408, 409, 425, 429].includes(status)
  if (isTemporary || !data)
    return new GatewayUnavailable(`${call} was answered with status ${status}`)
  return new GatewayRefused(status, data.error.description ?? data.error.code)
}
