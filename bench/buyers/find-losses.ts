import { requireAllInvariantsHold, withClient } from '../environment.ts'
import { type Agent, WALLET_PAISE } from '../fill.ts'
import type { Outcome } from './start-buyers.ts'

type Recorded = { id: string; lead_id: string; user_id: string; cost_paise: number }

/**
 * Compares the responses that the clients received with the stored data.
 * @returns a message for each lost, duplicate or unacknowledged purchase
 */
export async function findLosses(
  connectionString: string,
  agents: readonly Agent[],
  outcomes: readonly Outcome[],
): Promise<string[]> {
  const { purchases, wallets } = await withClient(connectionString, async (client) => ({
    purchases: (
      await client.query<Recorded>('select id, lead_id, user_id, cost_paise from purchases')
    ).rows,
    wallets: (
      await client.query<{ id: string; balance_paise: number }>(
        `select id, balance_paise from accounts where kind = 'wallet'`,
      )
    ).rows,
  }))
  const brokenInvariants = await requireAllInvariantsHold(connectionString).then(
    () => [],
    (error) => [String(error)],
  )
  return [
    ...comparePurchases(purchases, outcomes),
    ...compareWallets(new Map(wallets.map((row) => [row.id, row.balance_paise])), agents, outcomes),
    ...brokenInvariants,
  ]
}

function comparePurchases(recorded: readonly Recorded[], outcomes: readonly Outcome[]): string[] {
  const losses: string[] = []
  const byId = new Map(recorded.map((row) => [row.id, row]))
  const acknowledged = new Map<string, Outcome>()
  for (const outcome of outcomes) {
    const { purchase, leadId, userId } = outcome
    if (!purchase) continue
    const { purchaseId, costPaise } = purchase
    if (acknowledged.has(purchaseId)) losses.push(`purchase ${purchaseId} was acknowledged twice`)
    acknowledged.set(purchaseId, outcome)
    const row = byId.get(purchaseId)
    if (!row) losses.push(`purchase ${purchaseId} was acknowledged and is missing`)
    else if (row.lead_id !== leadId || row.user_id !== userId || row.cost_paise !== costPaise) {
      losses.push(`purchase ${purchaseId} is stored with other values than acknowledged`)
    }
  }
  for (const { id } of recorded) {
    if (!acknowledged.has(id)) losses.push(`purchase ${id} is stored but was never acknowledged`)
  }
  return losses
}

function compareWallets(
  balances: ReadonlyMap<string, number>,
  agents: readonly Agent[],
  outcomes: readonly Outcome[],
): string[] {
  const spent = new Map<string, number>()
  for (const { userId, purchase } of outcomes) {
    spent.set(userId, (spent.get(userId) ?? 0) + (purchase?.costPaise ?? 0))
  }
  return agents.flatMap(({ userId }) => {
    const expected = WALLET_PAISE - (spent.get(userId) ?? 0)
    const actual = balances.get(userId)
    return actual === expected ? [] : [`wallet ${userId} contains ${actual} paise, not ${expected}`]
  })
}
