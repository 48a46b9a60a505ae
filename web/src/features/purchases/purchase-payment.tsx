import type { Purchase } from '@raahi/contract/purchases'
import { Money } from '../../ui/money.tsx'

/** What paid for a purchase: '₹50 from wallet' or '1 lead from Starter'. */
export function PurchasePayment({ cost, planName }: Pick<Purchase, 'cost' | 'planName'>) {
  if (planName === null) {
    return (
      <>
        <Money rupees={cost} /> from wallet
      </>
    )
  }
  return (
    <>
      1 lead from <bdi>{planName}</bdi>
    </>
  )
}
