import { setTimeout as sleep } from 'node:timers/promises'
import { type Agent, LEAD_COST_PAISE } from '../fill.ts'
import { type HttpConnection, openHttp } from '../load/http-connection.ts'
import { buyRequest } from '../load/requests.ts'

/** What a client was told in the end about one purchase it wanted. */
export type Outcome = {
  leadId: string
  userId: string
  /** Of an acknowledged purchase; undefined: refused because the lead was sold to another. */
  purchase: { purchaseId: string; costPaise: number } | undefined
  /** How often it was asked for again because the answer was lost or said to come back. */
  repeats: number
  /** The answer that came in the end was the kept one of an earlier attempt. */
  replayed: boolean
}

export type Buyers = {
  outcomes: Outcome[]
  /** When each acknowledgement came, in the order they came (performance.now()). */
  acknowledgedAtMs: number[]
  /** Answers other than 200, and lost connections, by status or name. */
  troubles: Map<string, number>
  /** Lets each client finish the purchase it is at, however often it must ask. */
  stop(): Promise<void>
}

/** Longer than the product ever waits for a lock; an answer that takes longer counts as lost. */
const ANSWER_WITHIN_MS = 15_000
const GIVE_UP_AFTER_MS = 120_000

/**
 * Lets every agent buy, each on a connection of its own, one lead after the other from `forSale`; some leads are
 * wanted by two agents at once. A purchase whose answer is lost is asked for again with the same idempotency key
 * until there is one.
 */
export function startBuyers(port: number, agents: readonly Agent[], forSale: string[]): Buyers {
  const outcomes: Outcome[] = []
  const acknowledgedAtMs: number[] = []
  const troubles = new Map<string, number>()
  const wantedTwice: string[] = []
  let isWanted = true
  let turn = 0

  async function nextLead(): Promise<string> {
    for (;;) {
      const lead = wantedTwice.pop()
      if (lead) return lead
      const fresh = forSale.pop()
      if (fresh) {
        turn += 1
        // The next client that is free wants the same one: the two race, through whatever crashes.
        if (turn % 10 === 0) wantedTwice.push(fresh)
        return fresh
      }
      await sleep(10)
    }
  }

  const trouble = (name: string) => troubles.set(name, (troubles.get(name) ?? 0) + 1)

  async function drive(agent: Agent): Promise<void> {
    const line = keptConnection(port)
    while (isWanted) {
      const leadId = await nextLead()
      const request = buyRequest({ leadId, costRupees: LEAD_COST_PAISE / 100, token: agent.token })
      const giveUpAt = performance.now() + GIVE_UP_AFTER_MS
      for (let repeats = 0; ; repeats += 1) {
        if (performance.now() > giveUpAt) throw new Error(`no answer to the purchase of ${leadId}`)
        const answer = await line.ask(request)
        const decided = readAnswer(answer)
        if (decided === 'unknown') {
          trouble(answer.name)
          await sleep(50 + Math.random() * 100)
          continue
        }
        const { purchase } = decided
        if (purchase) acknowledgedAtMs.push(performance.now())
        outcomes.push({ leadId, userId: agent.userId, repeats, ...decided })
        break
      }
    }
    line.close()
  }

  const driving = Promise.all(agents.map(drive))
  driving.catch((error) => console.error('A client failed:', error))
  return {
    outcomes,
    acknowledgedAtMs,
    troubles,
    async stop() {
      isWanted = false
      await driving
    },
  }
}

type Answer = { status: number; name: string; text: string; isReplay?: boolean }

/** Answers that decide nothing: the same key is asked with again. */
const UNDECIDED = new Set([0, 429, 500, 502, 503, 504])
const UNDECIDED_CODES = new Set(['TOO_BUSY_RETRY'])

/** @throws Error on an answer that no purchase here can rightly get. */
function readAnswer({
  status,
  text,
  isReplay = false,
}: Answer): 'unknown' | Pick<Outcome, 'purchase' | 'replayed'> {
  if (UNDECIDED.has(status)) return 'unknown'
  const answer = JSON.parse(text)
  if (status === 200) {
    const { purchaseId, cost } = answer.data
    return { purchase: { purchaseId, costPaise: Math.round(cost * 100) }, replayed: isReplay }
  }
  if (UNDECIDED_CODES.has(answer.code)) return 'unknown'
  if (answer.code === 'LEAD_ALREADY_SOLD') return { purchase: undefined, replayed: false }
  throw new Error(`a purchase was answered with ${status}: ${text}`)
}

/** Asks on one connection, and on a new one after that was lost. */
function keptConnection(port: number) {
  let connection: HttpConnection | undefined
  const lost = (name: string): Answer => {
    connection?.close()
    connection = undefined
    return { status: 0, name, text: '' }
  }
  return {
    async ask(request: string): Promise<Answer> {
      const timer = new AbortController()
      try {
        connection ??= await openHttp(port)
        const late = sleep(ANSWER_WITHIN_MS, undefined, { signal: timer.signal })
        const answer = await Promise.race([connection.ask(request, true), late])
        if (!answer) return lost('no answer in time')
        const { status, head, body } = answer
        const isReplay = /\r\nidempotency-replayed: true/i.test(head)
        return { status, name: String(status), text: body?.toString() ?? '', isReplay }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
        return lost(code ?? 'connection lost')
      } finally {
        timer.abort()
      }
    },
    close: () => connection?.close(),
  }
}
