import { missingPaise } from '@raahi/contract/money'
import { topUpLimits } from '@raahi/contract/payments'
import type { Plan } from '@raahi/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../account/public/use-account.ts'
import { ownKycQuery } from '../kyc/public/own-kyc.api.ts'

/**
 * How the wallet can pay for a plan.
 * - pay: the balance covers the price.
 * - add: it holds a part; `rupees` are missing.
 * - kyc: it could pay, but purchases need an approved KYC.
 */
export type WalletOffer = { way: 'pay' } | { way: 'add'; rupees: number } | { way: 'kyc' }

/** The rupees to add to a wallet before it can pay, at least the smallest top-up; 0 if the balance is sufficient. */
export function rupeesToTopUp(wallet: number, price: number): number {
  const missing = missingPaise(wallet, price)
  return missing === 0 ? 0 : Math.max(missing, topUpLimits.minPaise) / 100
}

/**
 * The offer of the wallet for a plan; null if there is none.
 * @param isUnanswered the plan may have been paid from the wallet already, so only the same payment is offered again
 */
export function useWalletOffer(plan: Plan | null, isUnanswered: boolean): WalletOffer | null {
  const { user } = useAccount()
  const kyc = useQuery({ ...ownKycQuery, enabled: user.wallet > 0 })
  if (isUnanswered) return { way: 'pay' }
  // The offer appears with the KYC, so that no money is added that could not be spent.
  if (!plan || plan.price === 0 || user.wallet <= 0 || kyc.isPending) return null
  if (kyc.data?.isNeededToBuy && kyc.data.status !== 'approved') return { way: 'kyc' }
  const rupees = rupeesToTopUp(user.wallet, plan.price)
  return rupees === 0 ? { way: 'pay' } : { way: 'add', rupees }
}
