import type { Answer, CallInput, EndpointSpec } from '@raahi/contract/endpoint'
import type { ErrorCode, FieldErrors } from '@raahi/contract/errors'
import { hasAnswerShape } from './answer-shape.ts'
import { ApiError } from './api-error.ts'
import { learnServerTime } from './server-clock.ts'

export const baseUrl: string = (import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/+$/, '')

/** The complete address of a call, for other programs. */
export function apiAddress(path: string): string {
  return new URL(baseUrl + path, window.location.origin).href
}

const timeoutMs = 20_000
/** Enough for a 5 MB document over a slow connection, in either direction, and for the undo of the largest import. */
const longTimeoutMs = 120_000

/** The server shows other agents lists that are at most a second old. Longer than that, with a slow response. */
const freshAfterActionMs = 3_000
/** When the last action of this tab was answered. */
let lastActionAtMs = Number.NEGATIVE_INFINITY

interface RawInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export interface SendOptions {
  /** Access token, if the call requires one. */
  bearer?: string
  idempotencyKey?: string
  signal?: AbortSignal
}

/**
 * Sends one request and unwraps the response.
 * @returns `data` of the response
 * @throws ApiError for every failure; the abort reason if `options.signal` was aborted
 */
export function send<E extends EndpointSpec>(
  endpoint: E,
  input: CallInput<E> | undefined,
  options: SendOptions = {},
): Promise<Answer<E>> {
  return sendAndRead(endpoint, input, options, (response) => unwrapResponse(response, endpoint))
}

/**
 * Sends one request and reads the response. The timeout covers both.
 * @param read reads the response; for a failure it throws what `unwrapResponse` throws
 * @throws ApiError for every failure; the abort reason if `options.signal` was aborted
 */
export async function sendAndRead<E extends EndpointSpec, T>(
  endpoint: E,
  input: CallInput<E> | undefined,
  options: SendOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(
    endpoint.file || endpoint.answerType || endpoint.slow ? longTimeoutMs : timeoutMs,
  )
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const raw = (input ?? {}) as RawInput
  const sentAtMs = Date.now()
  try {
    const response = await fetch(buildUrl(endpoint, raw), {
      method: endpoint.method,
      headers: buildHeaders(endpoint, raw, options),
      body: buildBody(raw),
      credentials: 'include',
      signal,
    })
    learnServerTime(response, sentAtMs)
    if (endpoint.method !== 'GET') lastActionAtMs = performance.now()
    return await read(response)
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (options.signal?.aborted) throw options.signal.reason
    const code = timeout.aborted ? 'TIMEOUT' : 'NETWORK'
    throw new ApiError({ code, status: 0, cause: error })
  }
}

function buildUrl(endpoint: EndpointSpec, { params = {}, query = {} }: RawInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    // Empty filters are omitted from the query.
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return `${baseUrl}${path}${search.size > 0 ? `?${search}` : ''}`
}

function buildHeaders({ method }: EndpointSpec, { body }: RawInput, options: SendOptions): Headers {
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined && !(body instanceof FormData)) {
    headers.set('content-type', 'application/json')
  }
  if (options.bearer) headers.set('authorization', `Bearer ${options.bearer}`)
  // What this user has just changed is in the next list.
  if (method === 'GET' && performance.now() - lastActionAtMs < freshAfterActionMs) {
    headers.set('cache-control', 'no-cache')
  }
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  return headers
}

function buildBody({ body }: RawInput): BodyInit | undefined {
  if (body === undefined || body instanceof FormData) return body
  return JSON.stringify(body)
}

/**
 * Unwraps a response.
 * @returns `data` of a success
 * @throws ApiError for a failure, and for a body without our envelope or without the answer of the endpoint
 */
export async function unwrapResponse<E extends EndpointSpec>(
  response: Response,
  { answer }: E,
): Promise<Answer<E>> {
  const { status } = response
  const envelope = parseEnvelope(await response.text())
  if (status >= 200 && status < 300 && envelope?.success === true) {
    if (answer && !hasAnswerShape(answer, envelope.data)) {
      throw new ApiError({ code: 'BAD_ANSWER', status })
    }
    return envelope.data as Answer<E>
  }
  // Not our envelope: a proxy's response, or a truncated one.
  if (envelope?.success !== false) throw new ApiError({ code: 'BAD_ANSWER', status })
  const { code, message, fieldErrors } = envelope
  throw new ApiError({
    // Not compared with all codes, which every page would load. A code of a newer server equals none that a screen handles.
    code: typeof code === 'string' ? (code as ErrorCode) : 'UNKNOWN',
    status,
    text: typeof message === 'string' ? message : null,
    fieldErrors: parseFieldErrors(fieldErrors),
  })
}

type Envelope = Partial<Record<'success' | 'data' | 'message' | 'code' | 'fieldErrors', unknown>>

function parseFieldErrors(value: unknown): FieldErrors {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter(([, text]) => typeof text === 'string' && text !== ''),
  )
}

function parseEnvelope(text: string): Envelope | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
