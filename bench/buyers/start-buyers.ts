import { setTimeout as sleep } from 'node:timers/promises'
import { type Agent, LEAD_COST_PAISE } from '../fill.ts'
import { type HttpConnection, openHttp } from '../load/http-connection.ts'
import { buyRequest } from '../load/requests.ts'

/** The result of one purchase that a client wanted. */
export type Outcome = {
  leadId: string
  userId: string
  /** The acknowledged purchase. Undefined: refused because another agent bought the lead. */
  purchase: { purchaseId: string; costPaise: number } | undefined
  /** Number of attempts without a definite response. */
  repeats: number
  /** The response is the stored result of an earlier attempt. */
  replayed: boolean
}

export type Buyers = {
  outcomes: Outcome[]
  /** Times of the acknowledgements, in order (`performance.now()`). */
  acknowledgedAtMs: number[]
  /** Responses other than 200 and lost connections, counted by status or error name. */
  failedAttempts: Map<string, number>
  /** Lets each client finish its current purchase, including retries. */
  stop(): Promise<void>
}

/** Longer than the product ever waits for a lock. A response that takes longer counts as lost. */
const RESPONSE_TIMEOUT_MS = 15_000
const RETRY_TIMEOUT_MS = 120_000

/**
 * Every agent buys one lead of `forSale` after another on a separate connection. Two agents compete for some leads.
 * After a lost response the purchase is repeated with the same idempotency key until there is a definite response.
 */
export function startBuyers(port: number, agents: readonly Agent[], forSale: string[]): Buyers {
  const outcomes: Outcome[] = []
  const acknowledgedAtMs: number[] = []
  const failedAttempts = new Map<string, number>()
  const wantedTwice: string[] = []
  let isRunning = true
  let freshLeadCount = 0

  async function nextLead(): Promise<string> {
    for (;;) {
      const lead = wantedTwice.pop()
      if (lead) return lead
      const fresh = forSale.pop()
      if (fresh) {
        freshLeadCount += 1
        // The next idle client buys the same lead, so that two clients compete.
        if (freshLeadCount % 10 === 0) wantedTwice.push(fresh)
        return fresh
      }
      await sleep(10)
    }
  }

  const countFailedAttempt = (name: string) =>
    failedAttempts.set(name, (failedAttempts.get(name) ?? 0) + 1)

  async function runBuyer(agent: Agent): Promise<void> {
    const connection = createReconnectingConnection(port)
    while (isRunning) {
      const leadId = await nextLead()
      const request = buyRequest({ leadId, costRupees: LEAD_COST_PAISE / 100, token: agent.token })
      const retryUntilMs = performance.now() + RETRY_TIMEOUT_MS
      for (let repeats = 0; ; repeats += 1) {
        if (performance.now() > retryUntilMs)
          throw new Error(`no definite response to the purchase of ${leadId}`)
        const response = await connection.send(request)
        const result = readResult(response)
        if (result === 'unknown') {
          countFailedAttempt(response.name)
          await sleep(50 + Math.random() * 100)
          continue
        }
        const { purchase } = result
        if (purchase) acknowledgedAtMs.push(performance.now())
        outcomes.push({ leadId, userId: agent.userId, repeats, ...result })
        break
      }
    }
    connection.close()
  }

  const running = Promise.all(agents.map(runBuyer))
  running.catch((error) => console.error('A client failed:', error))
  return {
    outcomes,
    acknowledgedAtMs,
    failedAttempts,
    async stop() {
      isRunning = false
      await running
    },
  }
}

type AttemptResponse = { status: number; name: string; text: string; isReplay?: boolean }

/** Responses after which the outcome is unknown. The request is repeated with the same key. */
const UNKNOWN_OUTCOME_STATUSES = new Set([0, 429, 500, 502, 503, 504])
const UNKNOWN_OUTCOME_CODES = new Set(['TOO_BUSY_RETRY'])

/** @throws Error if the response is not allowed for a purchase */
function readResult({
  status,
  text,
  isReplay = false,
}: AttemptResponse): 'unknown' | Pick<Outcome, 'purchase' | 'replayed'> {
  if (UNKNOWN_OUTCOME_STATUSES.has(status)) return 'unknown'
  const response = JSON.parse(text)
  if (status === 200) {
    const { purchaseId, cost } = response.data
    return { purchase: { purchaseId, costPaise: Math.round(cost * 100) }, replayed: isReplay }
  }
  if (UNKNOWN_OUTCOME_CODES.has(response.code)) return 'unknown'
  if (response.code === 'LEAD_ALREADY_SOLD') return { purchase: undefined, replayed: false }
  throw new Error(`a purchase failed with ${status}: ${text}`)
}

/** Sends requests on one connection and opens a new one after a failure. */
function createReconnectingConnection(port: number) {
  let connection: HttpConnection | undefined
  const failed = (name: string): AttemptResponse => {
    connection?.close()
    connection = undefined
    return { status: 0, name, text: '' }
  }
  return {
    async send(request: string): Promise<AttemptResponse> {
      const timer = new AbortController()
      try {
        connection ??= await openHttp(port)
        const timeout = sleep(RESPONSE_TIMEOUT_MS, undefined, { signal: timer.signal })
        const response = await Promise.race([connection.send(request, true), timeout])
        if (!response) return failed('no response in time')
        const { status, head, body } = response
        const isReplay = /\r\nidempotency-replayed: true/i.test(head)
        return { status, name: String(status), text: body?.toString() ?? '', isReplay }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
        return failed(code ?? 'connection failed')
      } finally {
        timer.abort()
      }
    },
    close: () => connection?.close(),
  }
}
