import type { Database } from '../../platform/database/connect.ts'
import { sqlState } from '../../platform/database/errors.ts'
import { retryConflicts } from '../../platform/database/transaction.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import {
  type BoughtLead,
  callBuyLead,
  callBuyLeads,
  type PurchaseToMake,
  RefusedPurchase,
} from './purchases.queries.ts'

/** Concurrent statements. Purchases that arrive while they run form the next batch. */
const MAX_CONCURRENT_BATCHES = 3
/** Purchases per statement. PostgreSQL keeps up to 64 subtransactions in memory. */
const MAX_BATCH_SIZE = 32
/** Purchases that wait longer than this are rejected. Equals the time that a statement waits for a connection. */
const MAX_WAIT_MS = 10_000
/** Errors after which a purchase is retried alone: lock_not_available, serialization_failure, deadlock_detected. */
const RETRIED_ALONE = new Set(['55P03', '40001', '40P01'])

type Waiting = {
  purchase: PurchaseToMake
  answer: PromiseWithResolvers<BoughtLead | null>
  /** Rejects the purchase after MAX_WAIT_MS. */
  timer: NodeJS.Timeout
}

/**
 * Makes one purchase, in a batch with other purchases that arrive while earlier batches run. A purchase by token
 * resolves to null, and is not made, if the token has no live session of an agent, or if a conflict failed its whole
 * batch.
 */
export type MakePurchase = (purchase: PurchaseToMake) => Promise<BoughtLead | null>

/**
 * Creates the queue in which the purchases of this process wait (docs/decisions/0024-purchases-in-batches.md). A purchase
 * runs immediately below the concurrency limit. Queued purchases are unacknowledged, so losing them is safe. Purchases that
 * wait longer than 10 s are rejected with SERVICE_UNAVAILABLE.
 */
export function createPurchaseQueue(database: Database): MakePurchase {
  /** Oldest first. */
  const waiting = new Set<Waiting>()
  let running = 0

  function takeBatch(): Waiting[] {
    const next = [...waiting].slice(0, MAX_BATCH_SIZE)
    for (const queued of next) {
      waiting.delete(queued)
      clearTimeout(queued.timer)
    }
    return next
  }

  function startBatches() {
    while (running < MAX_CONCURRENT_BATCHES && waiting.size > 0) {
      running += 1
      runBatch(database, takeBatch()).finally(() => {
        running -= 1
        startBatches()
      })
    }
  }

  return (purchase) => {
    const answer = Promise.withResolvers<BoughtLead | null>()
    const timer = setTimeout(() => {
      waiting.delete(queued)
      answer.reject(new ApiFailure('SERVICE_UNAVAILABLE'))
    }, MAX_WAIT_MS)
    const queued = { purchase, answer, timer }
    // Deferred, so that requests whose sessions were looked up together form one batch.
    if (waiting.size === 0) setImmediate(startBatches)
    waiting.add(queued)
    return answer.promise
  }
}

/** Resolves or rejects every purchase of the batch, even if the statement fails. */
async function runBatch(database: Database, batch: Waiting[]): Promise<void> {
  try {
    const purchases = batch.map(({ purchase }) => purchase)
    for (const [at, outcome] of (await callBuyLeads(database, purchases)).entries()) {
      const queued = batch[at]
      if (!queued) continue
      if (outcome instanceof Error) rejectOrRetry(database, queued, outcome)
      else queued.answer.resolve(outcome)
    }
  } catch (error) {
    // The batch is rolled back, or its outcome is unknown. A retry with the same idempotency key gets the recorded
    // response.
    for (const queued of batch) rejectOrRetry(database, queued, error)
  }
}

function rejectOrRetry(database: Database, queued: Waiting, error: unknown) {
  if (RETRIED_ALONE.has(sqlState(error) ?? '')) void buyAlone(database, queued, error)
  else queued.answer.reject(error)
}

/** Runs outside the queue, so that a wait for the lock of a lead delays no other purchase. */
async function buyAlone(
  database: Database,
  { purchase, answer }: Waiting,
  error: unknown,
): Promise<void> {
  const { buyer } = purchase
  const userId = 'userId' in buyer ? buyer.userId : error instanceof RefusedPurchase && error.userId
  // The error of a whole batch has no buyer. The route then authenticates the caller and repeats the purchase.
  if (!userId) return answer.resolve(null)
  try {
    answer.resolve(await retryConflicts(() => callBuyLead(database, purchase, userId)))
  } catch (failure) {
    answer.reject(failure)
  }
}
