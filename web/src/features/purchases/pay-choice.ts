import type { Lead } from '@raahi/contract/leads'
import { missingPaise } from '@raahi/contract/money'
import type { Subscription } from '@raahi/contract/plans'
import type { PayWay } from '@raahi/contract/purchases'

/**
 * The plan that the server would charge for the lead. `plans` must be in the order of the server, in which they are
 * used.
 */
export function planFor(
  plans: readonly Subscription[],
  { leadType }: Pick<Lead, 'leadType'>,
): Subscription | null {
  const covers = ({ status, leadsLeft, planType }: Subscription) =>
    status && leadsLeft > 0 && (planType === 'both' || planType === leadType)
  return plans.find(covers) ?? null
}

/**
 * The ways to pay for a lead, the server's choice first. If no way is possible, the wallet is listed although its balance
 * is too small, so that the dialog can name the reason.
 */
export function payWays(
  plan: Subscription | null,
  wallet: number,
  cost: number,
): readonly [PayWay, ...PayWay[]] {
  if (plan === null) return ['wallet']
  return wallet >= cost ? ['plan', 'wallet'] : ['plan']
}

/** The whole rupees that a wallet lacks for a cost, rounded up. */
export function rupeesToAdd(wallet: number, cost: number): number {
  return Math.ceil(missingPaise(wallet, cost) / 100)
}
