import type { SkipReason } from '@raahi/contract/automatic-buying'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { everyMinute, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'
import type { QueuePurchaseMails } from '../purchases/public/buy-lead.ts'
import { purchaseCount } from '../purchases/public/purchase-metrics.ts'
import { automaticPurchases, automaticRefusals } from './automatic-buying-metrics.ts'
import {
  type AutomaticAttempt,
  buyLeadAutomatically,
  type Candidate,
  type DueLead,
  findCandidates,
  findDueLead,
  lockAutomaticBuying,
  postponeLead,
  removeMatches,
} from './public/automatic-purchases.queries.ts'
import { storeSkips } from './skipped-leads.queries.ts'

/** Shorter than the time limit of a job. */
const maxJobMs = 60_000

interface Deps {
  database: Database
  queuePurchaseMails: QueuePurchaseMails
}

/** Refusals that concern the lead itself, so that no other rule can buy it either. */
const refusalsOfLead = new Set([
  'LEAD_NOT_FOUND',
  'LEAD_ALREADY_SOLD',
  'LEAD_EXPIRED',
  'LEAD_UNDER_REVIEW',
  'LEAD_PRICE_NOT_SET',
])

/** The reason that agents see for a refusal. Other refusals are not listed: a deleted lead, or one under review, which returns. */
const skipReasons: Readonly<Record<string, SkipReason>> = {
  LEAD_ALREADY_SOLD: 'sold',
  LEAD_EXPIRED: 'expired',
  LEAD_PRICE_NOT_SET: 'no-price',
  KYC_NOT_APPROVED: 'kyc',
  DAILY_LIMIT_REACHED: 'daily-amount',
  UNAUTHENTICATED: 'off',
  INSUFFICIENT_WALLET_BALANCE: 'wallet',
  off: 'off',
  ended: 'ended',
  price: 'price',
  'daily-leads': 'daily-leads',
  'daily-amount': 'daily-amount',
  'wallet-floor': 'wallet',
  filters: 'filters',
}

/**
 * The result for a lead. `busy`: another process is buying. `again`: the price has changed, so the lead is tried again.
 */
type Outcome = 'busy' | 'done' | 'again' | (AutomaticAttempt & { purchaseId: string })

interface AttemptsResult {
  outcome: Exclude<Outcome, 'busy'>
  /** The refusal of each rule that did not buy the lead, by rule id. */
  refusals: ReadonlyMap<string, string>
}

/**
 * Buys the leads that are due. Each lead goes to the agent who has waited longest since an automatic purchase or
 * since the rule was switched on, or to the next one if the limits or the wallet do not allow the purchase. Each lead is one transaction. One process runs this at a time, so that two leads at the same moment
 * follow the same order of agents.
 * @returns the number of leads that it bought
 */
export async function buyAutomatically(deps: Deps, signal?: AbortSignal): Promise<number> {
  let bought = 0
  while (!signal?.aborted) {
    // Usually no lead is due. Then no transaction is opened.
    const due = await findDueLead(deps.database.kysely)
    if (!due) break
    const outcome = await buyDueLead(deps, due)
    if (outcome === 'busy') break
    if (typeof outcome === 'string') continue
    bought += 1
    purchaseCount.inc({ funding: outcome.paid_with })
    automaticPurchases.inc({ funding: outcome.paid_with })
  }
  return bought
}

/** Buys in the second in which leads become due. */
export function handleAutomaticBuying(jobs: JobQueue, deps: Deps): void {
  jobs.handle('buy-automatically', async () => {
    await buyAutomatically(deps, AbortSignal.timeout(maxJobMs))
  })
}

/** Buys what a failed or lost job left. */
export function automaticBuyingTask(deps: Deps): ScheduledTask {
  return {
    name: 'automatic-buying',
    cron: everyMinute,
    run: (signal) => buyAutomatically(deps, signal),
  }
}

async function buyDueLead({ database, queuePurchaseMails }: Deps, due: DueLead): Promise<Outcome> {
  try {
    return await withTransaction(database, async (tx) => {
      if (!(await lockAutomaticBuying(tx))) return 'busy'
      const candidates = await findCandidates(tx, due)
      const { outcome, refusals } = await tryCandidates(tx, due, candidates)
      if (outcome === 'again') return outcome
      if (outcome !== 'done') await queuePurchaseMails(tx, outcome.purchaseId)
      await storeSkips(tx, due, reasonsOf(refusals))
      const ruleIds = candidates.map(({ rule_id }) => rule_id)
      await removeMatches(tx, due.lead_id, ruleIds)
      return outcome
    })
  } catch (error) {
    await postponeLead(database.kysely, due.lead_id)
    throw error
  }
}

function reasonsOf(refusals: ReadonlyMap<string, string>): Map<string, SkipReason> {
  const reasons = new Map<string, SkipReason>()
  for (const [ruleId, refusal] of refusals) {
    const reason = skipReasons[refusal]
    if (reason) reasons.set(ruleId, reason)
  }
  return reasons
}

/** Tries to buy a lead for each rule until one rule has bought it, and collects the refusals of the others. */
async function tryCandidates(
  tx: Transaction,
  { lead_id: leadId, price_paise: pricePaise }: DueLead,
  candidates: readonly Candidate[],
): Promise<AttemptsResult> {
  const refusals = new Map<string, string>()
  let outcome: AttemptsResult['outcome'] = 'done'
  /** The refusal of all further rules, once the lead cannot be bought any more. */
  let refusalOfLead: string | null = null
  for (const { rule_id: ruleId, refusal: known } of candidates) {
    const earlier = known ?? refusalOfLead
    if (pricePaise === null || earlier !== null) {
      refusals.set(ruleId, earlier ?? 'LEAD_PRICE_NOT_SET')
      continue
    }
    const ids = { purchaseId: uuidv7(), entryId: uuidv7() }
    const attempt = await buyLeadAutomatically(tx, { ruleId, leadId, pricePaise, ...ids })
    const { refusal } = attempt
    if (refusal === null) {
      outcome = { ...attempt, purchaseId: ids.purchaseId }
      refusalOfLead = 'LEAD_ALREADY_SOLD'
      continue
    }
    automaticRefusals.inc({ reason: refusal })
    if (refusal === 'LEAD_PRICE_CHANGED') return { outcome: 'again', refusals }
    if (refusalsOfLead.has(refusal)) refusalOfLead = refusal
    refusals.set(ruleId, refusal)
  }
  return { outcome, refusals }
}
