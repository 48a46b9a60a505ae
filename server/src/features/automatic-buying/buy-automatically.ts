import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { BackgroundTask } from '../../platform/jobs/background-task.ts'
import { purchases } from '../purchases/purchase-metrics.ts'
import { automaticPurchases, automaticRefusals } from './automatic-buying-metrics.ts'
import {
  type AutomaticAttempt,
  buyLeadAutomatically,
  type DueLead,
  findBuyers,
  findDueLead,
  lockAutomaticBuying,
  postponeLead,
  removeDueMatches,
} from './automatic-purchases.queries.ts'

/** The lead cannot be bought, so no other rule can buy it either. */
const refusalsOfLead = new Set([
  'LEAD_NOT_FOUND',
  'LEAD_ALREADY_SOLD',
  'LEAD_EXPIRED',
  'LEAD_PRICE_NOT_SET',
])

/** What happened to a lead; `busy`: another process is buying. */
type Outcome = 'busy' | 'done' | 'again' | AutomaticAttempt

/**
 * Buys the leads that are due for the rules of agents: each lead for the rule of the agent that was served longest ago, if its
 * caps and the wallet allow it, else for the next one. Each lead is one transaction. The task of the receipts mails its purchase. One process
 * runs this at a time, so that two leads at the same moment follow the same order of agents.
 * @returns the number of leads that it bought
 */
export async function buyAutomatically(database: Database, signal?: AbortSignal): Promise<number> {
  let bought = 0
  while (!signal?.aborted) {
    // Usually no lead is due. Then no transaction is opened.
    const due = await findDueLead(database.kysely)
    if (!due) break
    const outcome = await serveLead(database, due)
    if (outcome === 'busy') break
    if (typeof outcome === 'string') continue
    bought += 1
    purchases.inc({ funding: outcome.paid_with })
    automaticPurchases.inc({ funding: outcome.paid_with })
  }
  return bought
}

export function automaticBuyingTask(database: Database): BackgroundTask {
  return {
    name: 'automatic-buying',
    everyMs: 1000,
    runsIn: 'every process',
    run: (signal) => buyAutomatically(database, signal),
  }
}

async function serveLead(database: Database, due: DueLead): Promise<Outcome> {
  try {
    return await withTransaction(database, async (tx) => {
      if (!(await lockAutomaticBuying(tx))) return 'busy'
      const outcome = await tryBuyers(tx, due)
      if (outcome !== 'again') await removeDueMatches(tx, due.lead_id)
      return outcome
    })
  } catch (error) {
    await postponeLead(database.kysely, due.lead_id)
    throw error
  }
}

async function tryBuyers(
  tx: Transaction,
  { lead_id: leadId, price_paise: pricePaise }: DueLead,
): Promise<Exclude<Outcome, 'busy'>> {
  if (pricePaise === null) return 'done'
  for (const ruleId of await findBuyers(tx, leadId, pricePaise)) {
    const ids = { purchaseId: uuidv7(), entryId: uuidv7() }
    const attempt = await buyLeadAutomatically(tx, { ruleId, leadId, pricePaise, ...ids })
    const { refusal } = attempt
    if (refusal === null) return attempt
    automaticRefusals.inc({ reason: refusal })
    if (refusal === 'LEAD_PRICE_CHANGED') return 'again'
    if (refusalsOfLead.has(refusal)) return 'done'
  }
  return 'done'
}
