import type { Purchase } from '@raahi/contract/purchases'
import { IconCalendarMonth, IconCoinRupee, IconShoppingBag } from '@tabler/icons-react'
import { formatCount } from '../../lib/counts.ts'
import { Money } from '../../ui/money.tsx'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'
import { purchaseFigures } from './purchase-figures.ts'

/** Total Leads, Total Spent and This Month. `undefined`: still on their way. */
export function PurchaseStats({ purchases }: { purchases: readonly Purchase[] | undefined }) {
  const loading = purchases === undefined
  const figures = purchaseFigures(purchases ?? [], new Date())
  return (
    <StatGrid>
      <StatCard
        label="Total Leads"
        icon={IconShoppingBag}
        value={formatCount(figures.totalLeads)}
        loading={loading}
      />
      <StatCard
        label="Total Spent"
        icon={IconCoinRupee}
        value={<Money paise={figures.totalSpentPaise} />}
        hint={withPlansText(figures.leadsWithPlans)}
        loading={loading}
      />
      <StatCard
        label="This Month"
        icon={IconCalendarMonth}
        value={formatCount(figures.boughtThisMonth)}
        hint={figures.boughtThisMonth === 1 ? 'lead bought' : 'leads bought'}
        loading={loading}
      />
    </StatGrid>
  )
}

/** What Total Spent does not count in rupees; null where plans have paid for nothing. */
function withPlansText(leads: number): string | null {
  if (leads === 0) return null
  return leads === 1 ? 'and 1 lead with a plan' : `and ${formatCount(leads)} leads with plans`
}
