import { requireAllInvariantsHold, withClient } from '../../server/src/testing/load/database.ts'
import { type Agent, walletPaise } from '../../server/src/testing/load/fill.ts'
import { compare, read, textOf } from '../torture/compare.ts'
import type { Outcome } from './buyers.ts'

/**
 * Compares the responses that the clients received with the stored data.
 * @returns a message for each lost, duplicate or unacknowledged purchase, wrong balance and broken invariant
 */
export async function findLosses(
  connectionString: string,
  agents: readonly Agent[],
  outcomes: readonly Outcome[],
): Promise<string[]> {
  const purchases: [id: string, text: string][] = []
  const balances = new Map(agents.map(({ userId }) => [userId, walletPaise]))
  for (const { leadId, userId, purchase } of outcomes) {
    if (!purchase) continue
    const { purchaseId, costPaise } = purchase
    purchases.push([purchaseId, textOf(leadId, userId, costPaise)])
    balances.set(userId, (balances.get(userId) ?? 0) - costPaise)
  }
  const wallets = [...balances].map(([userId, paise]) => [userId, textOf(paise)] as const)
  const differences = await withClient(connectionString, async (client) => [
    ...compare(
      'purchase',
      purchases,
      await read(client, 'select id, lead_id, user_id, cost_paise from purchases'),
    ),
    ...compare(
      'wallet',
      wallets,
      await read(client, `select user_id, balance_paise from accounts where kind = 'wallet'`),
    ),
  ])
  const brokenInvariants = await requireAllInvariantsHold(connectionString).then(
    () => [],
    (error) => [String(error)],
  )
  return [...differences, ...brokenInvariants]
}
