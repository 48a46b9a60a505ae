import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { gatewayCallDuration } from '../../platform/observability/metrics.ts'
import { currentTraceparent, traced } from '../../platform/observability/tracing.ts'
import { currentRequestId } from '../../platform/observability/work-context.ts'

/** A payment as the gateway tells of it; amounts in paise. What a status may be besides is its own business. */
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
  /** pending, processed, failed */
  status: z.string(),
})
export type GatewayRefund = z.output<typeof refund>

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })

const refusal = z.object({
  error: z.object({ code: z.string(), description: z.string().nullish() }),
})

/** The gateway could not be asked, or gave no answer that makes sense; another time it may. */
export class GatewayUnavailable extends Error {}

/** The gateway understood and refused: asking the same again is of no use. */
export class GatewayRefused extends Error {
  readonly status: number

  constructor(status: number, description: string) {
    super(`the gateway refused with ${status}: ${description}`)
    this.status = status
  }
}

/** How long one question may take: each try, and how many of them. */
export interface RetryPolicy {
  timeoutMs: number
  tries: number
}

/** The calls of the provider's HTTP API that the product makes. Each may throw GatewayUnavailable or GatewayRefused. */
export interface GatewayClient {
  /** Makes an order. Made again with the same receipt it may be a second one, which nobody will ever pay. */
  createOrder(of: {
    receipt: string
    amountPaise: number
    notes: Record<string, string>
  }): Promise<GatewayOrder>
  /** @returns null where the gateway knows no such payment */
  fetchPayment(id: string, retryPolicy?: RetryPolicy): Promise<GatewayPayment | null>
  /** The payments of an order, successful or not; none where the gateway knows no such order. */
  fetchOrderPayments(orderId: string, retryPolicy?: RetryPolicy): Promise<GatewayPayment[]>
  /** Sends a captured payment back: once, however often it is asked with the same key (10 characters or more). */
  refundPayment(
    id: string,
    of: { amountPaise: number; receipt: string; key: string },
    retryPolicy?: RetryPolicy,
  ): Promise<GatewayRefund>
  /** What was sent back of a payment. */
  fetchRefunds(paymentId: string, retryPolicy?: RetryPolicy): Promise<GatewayRefund[]>
}

const usual: RetryPolicy = { timeoutMs: 4000, tries: 2 }
const pauseMs = 200
/** Thousands of payments. */
const largestAnswerBytes = 8 * 1024 * 1024
/** How long a payment that the bank confirms late is still captured by itself: the gateway's five days. */
const captureWithinMinutes = 5 * 24 * 60

export interface GatewayAccess {
  keyId: string
  keySecret: string
  /** The address that the paths of the API follow; asked at each call. */
  baseUrl: () => string
}

/**
 * A client of the provider's API, for the provider and for the sandbox alike. Every call made here may be repeated
 * safely, and is, once, where no answer came.
 */
export function createGatewayClient(access: GatewayAccess): GatewayClient {
  const ask = <T extends z.ZodType>(answer: T, call: Call, retryPolicy = usual) =>
    withRetries(retryPolicy, () =>
      watched(call.name, () => send(access, answer, call, retryPolicy.timeoutMs)),
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
      ).catch(noneIfUnknown(null)),
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
        .catch(noneIfUnknown([])),
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
          path: `/v1/payments/${encodeURIComponent(paymentId)}/refunds`,
        },
        retryPolicy,
      ).then(({ items }) => items),
  }
}

interface Call {
  /** As it is counted. */
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
      await sleep(pauseMs * done)
    }
  }
}

/** Counts a try by what was asked and what came of it, and makes it a part of the trace. */
async function watched<T>(call: string, attempt: () => Promise<T>): Promise<T> {
  const end = gatewayCallDuration.startTimer({ call })
  try {
    const result = await traced({ name: `gateway ${call}`, kind: 'client' }, attempt)
    end({ outcome: 'ok' })
    return result
  } catch (error) {
    end({ outcome: error instanceof GatewayRefused ? 'refused' : 'unavailable' })
    throw error
  }
}

/** Which request, and which part of which trace, a call belongs to: the gateway ignores it, and may log it. */
function contextHeaders(): Record<string, string> {
  const requestId = currentRequestId()
  const traceparent = currentTraceparent()
  return { ...(requestId && { 'x-request-id': requestId }), ...(traceparent && { traceparent }) }
}

/** The provider answers 400 for an id that does not exist. Wrong keys (401) are no such answer. */
function noneIfUnknown<T>(none: T): (error: unknown) => T {
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
  // Errors say the path alone: neither the keys nor what was sent belongs in a log.
  const told = `${method} ${path}`
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
    text = await readText(response)
  } catch (cause) {
    throw new GatewayUnavailable(`${told} got no answer`, { cause })
  }
  const read = readJson(text)
  if (!response.ok) throw failureOf(response.status, read, told)
  const parsed = answer.safeParse(read)
  if (parsed.success) return parsed.data
  throw new GatewayUnavailable(`${told} was answered with something else`, { cause: parsed.error })
}

/** @throws Error where there is more of it than of anything the provider answers: memory holds no more. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > largestAnswerBytes) throw new Error('the answer has no end')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function failureOf(status: number, read: unknown, told: string): Error {
  const { data } = refusal.safeParse(read)
  // 409: the same refund is being made at this moment; 408 and 429: come back.
  const isPassing = status >= 500 || [408, 409, 425, 429].includes(status)
  if (isPassing || !data) return new GatewayUnavailable(`${told} was answered with ${status}`)
  return new GatewayRefused(status, data.error.description ?? data.error.code)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
