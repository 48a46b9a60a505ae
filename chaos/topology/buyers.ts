import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { buyLead } from '../../contract/src/purchases.ts'
import { type Agent, leadCostPaise } from '../../server/src/testing/load/fill.ts'
import { paise } from '../torture/check-response.ts'
import { createOutageLog, type OutageLog } from '../torture/outage-log.ts'
import { createRandom } from '../torture/random.ts'
import { createRequestSender } from '../torture/send-request.ts'

/** The result of one purchase that a client wanted. */
export type Outcome = {
  leadId: string
  userId: string
  /** The acknowledged purchase. Undefined: refused because another agent bought the lead. */
  purchase: { purchaseId: string; costPaise: number } | undefined
  /** Number of attempts whose outcome is unknown. */
  unknownOutcomes: number
  /** Number of failed attempts before the response. */
  failedAttempts: number
  /** The response is the stored result of an earlier attempt. */
  replayed: boolean
}

export type Buyers = {
  outcomes: Outcome[]
  /** Times of the acknowledgements, in order (`performance.now()`). */
  acknowledgedAtMs: number[]
  outages: OutageLog
  /** Lets each client finish its current purchase, including retries. */
  stop(): Promise<void>
}

/** Every agent buys one lead of `forSale` after another. Two agents compete for some leads. */
export function startBuyers(port: number, agents: readonly Agent[], forSale: string[]): Buyers {
  const outcomes: Outcome[] = []
  const acknowledgedAtMs: number[] = []
  const outages = createOutageLog()
  const addresses = [`http://127.0.0.1:${port}`]
  const send = createRequestSender({ addresses, outages, acknowledgedAtMs }, createRandom(1, 1))
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

  async function runBuyer({ userId, token }: Agent): Promise<void> {
    while (isRunning) {
      const leadId = await nextLead()
      const body = { leadId, expectedCost: leadCostPaise / 100 }
      const response = await send(buyLead, { body, token, key: randomUUID() })
      const { code, data, unknownOutcomes, failedAttempts, replayed } = response
      if (code !== null && code !== 'LEAD_ALREADY_SOLD') {
        throw new Error(`the purchase of ${leadId} failed with ${code}`)
      }
      const purchase =
        code === null ? { purchaseId: data.purchaseId, costPaise: paise(data.cost) } : undefined
      outcomes.push({ leadId, userId, purchase, unknownOutcomes, failedAttempts, replayed })
    }
  }

  const running = Promise.all(agents.map(runBuyer))
  running.catch((error) => console.error('A client failed:', error))
  return {
    outcomes,
    acknowledgedAtMs,
    outages,
    async stop() {
      isRunning = false
      await running
    },
  }
}
