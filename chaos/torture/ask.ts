import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, CallInput, EndpointSpec } from '../../contract/src/endpoint.ts'
import type { Outages } from './outages.ts'
import type { Dice } from './random.ts'

/** Longer than the product ever waits for a lock; an answer that takes longer counts as lost. */
const ANSWER_WITHIN_MS = 15_000
/** Much longer than any outage here: a machine that is busy with other things is no fault of the product. */
const GIVE_UP_AFTER_MS = 600_000

/** What a client was told in the end. */
export type Told<E extends EndpointSpec> = {
  /** Of a refusal; null: it was done, and `data` is there. `UNKNOWN`: nobody told, and it was not to be asked again. */
  code: string | null
  data: Answer<E>
  /** The answer was the kept one of an earlier try. */
  replayed: boolean
  /** After how many tries whose outcome nobody told. */
  unknowns: number
  /** When the try that was answered was sent, and when it was answered; `performance.now()`. */
  sentAtMs: number
  answeredAtMs: number
}

export type Wish<E extends EndpointSpec> = CallInput<E> & {
  token?: string
  /** One for each intent; asked with again until there is an answer. */
  key?: string
  /** Not to be asked again where the answer is lost, because doing it twice would be something else. */
  once?: true
}

export type Ask = <E extends EndpointSpec>(endpoint: E, wish: Wish<E>) => Promise<Told<E>>

/** What all clients share. */
export type Surroundings = {
  /** Of the servers, each asked at random; some of them may not be there. */
  addresses: readonly string[]
  outages: Outages
  /** When something was done and told, in order. */
  doneAtMs: number[]
  /** Told what must not be. */
  complain: (sentence: string) => void
}

type Reply = { status: number; name: string; body?: Body; replayed?: boolean }
type Body = { success: boolean; code?: string; data?: unknown }

/** Says that nothing was done, and that it may be asked for again. */
const COME_BACK = 'TOO_BUSY_RETRY'

/**
 * Asks as a careful client does: no answer in time, a lost connection or a 5xx means that nobody knows whether it was
 * done, and the same is asked again, with the same key, until somebody tells.
 */
export function askerOf(around: Surroundings, dice: Dice): Ask {
  return async (endpoint, wish) => {
    const giveUpAtMs = performance.now() + GIVE_UP_AFTER_MS
    for (let unknowns = 0; ; ) {
      const sentAtMs = performance.now()
      const address = dice.pick(around.addresses)
      const reply = await send(address, endpoint, wish)
      const answeredAtMs = performance.now()
      const time = { sentAtMs, answeredAtMs }
      if (reply.body && reply.status < 500 && reply.name !== COME_BACK) {
        if (reply.body.success) around.doneAtMs.push(answeredAtMs)
        const code = reply.body.success ? null : reply.name
        const data = reply.body.data as Answer<typeof endpoint>
        return { code, data, replayed: reply.replayed === true, unknowns, ...time }
      }
      // A connection that was never there has carried nothing.
      if (reply.name !== COME_BACK && reply.name !== 'ECONNREFUSED') unknowns += 1
      if (reply.name !== COME_BACK) {
        around.outages.note({
          call: endpoint.name,
          status: reply.status,
          name: reply.name,
          ...time,
        })
      }
      if (wish.once && unknowns > 0) {
        return { code: 'UNKNOWN', data: undefined as never, replayed: false, unknowns, ...time }
      }
      if (answeredAtMs > giveUpAtMs) {
        throw new Error(`${endpoint.name} got no answer (last: ${reply.status} ${reply.name})`)
      }
      await sleep(50 + dice.next() * 100)
    }
  }
}

async function send<E extends EndpointSpec>(
  address: string,
  endpoint: E,
  { params, query, body, token, key }: Wish<E>,
): Promise<Reply> {
  const names = params as Record<string, string> | undefined
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => names?.[name] ?? '')
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  const isForm = (body as unknown) instanceof FormData
  try {
    const answer = await fetch(`${address}${path}${search}`, {
      method: endpoint.method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? (body as unknown as FormData) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const read = (await answer.json()) as Body
    return {
      status: answer.status,
      name: read.code ?? String(answer.status),
      body: read,
      replayed: answer.headers.get('idempotency-replayed') === 'true',
    }
  } catch (error) {
    return { status: 0, name: reasonOf(error) }
  }
}

/** Why a call was not answered. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'connection lost'
}
