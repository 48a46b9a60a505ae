import type { PurchaseFigures } from '@raahi/contract/purchases'
import { IconCalendarMonth, IconCoinRupee, IconShoppingBag } from '@tabler/icons-react'
import { formatCount } from '../../lib/counts.ts'
import { Money } from '../../ui/money.tsx'
import { emptyHint, StatCard, StatGrid } from '../../ui/stat-card.tsx'

interface PurchaseStatsProps {
  /** Undefined until they are loaded. */
  figures: PurchaseFigures | undefined
  failed: boolean
}

/** Total Leads, Total Spent and This Month; a dash if they could not be loaded. */
export function PurchaseStats({ figures, failed }: PurchaseStatsProps) {
  const loading = !figures && !failed
  const month = figures?.boughtThisMonth
  return (
    <StatGrid>
      <StatCard
        label="Total Leads"
        icon={IconShoppingBag}
        value={figures ? formatCount(figures.totalLeads) : '—'}
        loading={loading}
      />
      <StatCard
        label="Total Spent"
        icon={IconCoinRupee}
        value={figures ? <Money rupees={figures.totalSpent} /> : '—'}
        hint={figures ? withPlansText(figures.leadsWithPlans) : loading && emptyHint}
        loading={loading}
      />
      <StatCard
        label="This Month"
        icon={IconCalendarMonth}
        value={month === undefined ? '—' : formatCount(month)}
        hint={
          month === undefined ? loading && emptyHint : month === 1 ? 'lead bought' : 'leads bought'
        }
        loading={loading}
      />
    </StatGrid>
  )
}

/** The leads paid by plans, which Total Spent does not include; null if there are none. */
function withPlansText(leads: number): string | null {
  if (leads === 0) return null
  return leads === 1 ? 'and 1 lead with a plan' : `and ${formatCount(leads)} leads with plans`
}
