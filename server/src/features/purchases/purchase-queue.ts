import type { Database } from '../../platform/database/connect.ts'
import { sqlState } from '../../platform/database/errors.ts'
import { retryConflicts } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import {
  type BoughtLead,
  callBuyLead,
  callBuyLeads,
  type PurchaseToMake,
} from './purchases.queries.ts'

/** Statements of purchases that run at once: what arrives meanwhile makes up the next. */
const MAX_CONCURRENT_BATCHES = 3
/** Purchases of one statement. Up to 64 the database keeps the undoing of one in memory. */
const MAX_BATCH_SIZE = 32
/** Whoever has waited so long is refused instead: as long as a statement waits for a connection. */
const MAX_WAIT_MS = 10_000
/** Not had soon enough, or undone for another (lock_not_available, serialization_failure, deadlock_detected). */
const GIVEN_UP = new Set(['55P03', '40001', '40P01'])

type Waiting = {
  purchase: PurchaseToMake
  answer: PromiseWithResolvers<BoughtLead>
  /** Refuses it when it has waited too long. */
  patience: NodeJS.Timeout
}

/** Makes one purchase, together with others that arrive while earlier ones are made. */
export type MakePurchase = (purchase: PurchaseToMake) => Promise<BoughtLead>

/**
 * Makes the queue in which the purchases of this process wait for each other (docs/decisions/0024-purchases-in-batches.md).
 * Who comes when few are made is served at once. Nothing is lost with it: what waits has not been answered. It refuses
 * with SERVICE_UNAVAILABLE whoever has waited too long.
 */
export function createPurchaseQueue(database: Database): MakePurchase {
  /** In the order in which they came. */
  const waiting = new Set<Waiting>()
  let running = 0

  function takeNext(): Waiting[] {
    const next = [...waiting].slice(0, MAX_BATCH_SIZE)
    for (const asked of next) {
      waiting.delete(asked)
      clearTimeout(asked.patience)
    }
    return next
  }

  function serve() {
    while (running < MAX_CONCURRENT_BATCHES && waiting.size > 0) {
      running += 1
      makeTogether(database, takeNext()).finally(() => {
        running -= 1
        serve()
      })
    }
  }

  return (purchase) => {
    const answer = Promise.withResolvers<BoughtLead>()
    const patience = setTimeout(() => {
      waiting.delete(asked)
      answer.reject(new ApiFailure('SERVICE_UNAVAILABLE'))
    }, MAX_WAIT_MS)
    const asked = { purchase, answer, patience }
    // Those whose callers were looked up together are not there yet.
    if (waiting.size === 0) setImmediate(serve)
    waiting.add(asked)
    return answer.promise
  }
}

/** Answers each of them, whatever happens. */
async function makeTogether(database: Database, batch: Waiting[]): Promise<void> {
  try {
    const purchases = batch.map(({ purchase }) => purchase)
    for (const [at, outcome] of (await callBuyLeads(database, purchases)).entries()) {
      const asked = batch[at]
      if (!asked) continue
      if (outcome instanceof Error) refuse(database, asked, outcome)
      else asked.answer.resolve(outcome)
    }
  } catch (error) {
    // All undone; or nobody knows, and the keys of the callers will answer it.
    for (const asked of batch) refuse(database, asked, error)
  }
}

function refuse(database: Database, asked: Waiting, error: unknown) {
  if (GIVEN_UP.has(sqlState(error) ?? '')) void makeAlone(database, asked)
  else asked.answer.reject(error)
}

/** With patience, and outside the queue: whoever waits long for a lead keeps nobody else waiting. */
async function makeAlone(database: Database, { purchase, answer }: Waiting): Promise<void> {
  try {
    answer.resolve(await retryConflicts(() => callBuyLead(database, purchase)))
  } catch (error) {
    answer.reject(error)
  }
}
