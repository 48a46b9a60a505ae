import type { Purchase } from '@raahi/contract/purchases'
import { IconBolt } from '@tabler/icons-react'
import { Money } from '../../ui/money.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** The payment of a purchase: '₹50 from wallet' or '1 lead from Starter', with a badge for an automatic purchase. */
export function PurchasePayment(
  purchase: Pick<Purchase, 'cost' | 'planName'> & { automatic?: Purchase['automatic'] },
) {
  return (
    <>
      <Payment {...purchase} />
      {purchase.automatic && (
        <>
          {' '}
          <StatusBadge tone="neutral" icon={IconBolt}>
            Automatic
          </StatusBadge>
        </>
      )}
    </>
  )
}

function Payment({ cost, planName }: Pick<Purchase, 'cost' | 'planName'>) {
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
