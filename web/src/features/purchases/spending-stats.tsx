import { Anchor } from '@mantine/core'
import { IconCalendarMonth, IconShoppingBag } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatCount } from '../../lib/counts.ts'
import { StatCard } from '../../ui/stat-card.tsx'
import { usePurchaseFigures } from './purchases.api.ts'

/** The number of leads that the agent has bought, in total and this month; a dash if it could not be loaded. */
export function SpendingStats() {
  const { data: figures, error } = usePurchaseFigures()
  const loading = !figures && !error
  return (
    <>
      <StatCard
        label="Leads bought"
        icon={IconShoppingBag}
        value={figures ? formatCount(figures.totalLeads) : '—'}
        hint={
          <Anchor component={Link} to="/dashboard/purchased-leads" underline="always" inherit>
            See all
          </Anchor>
        }
        loading={loading}
      />
      <StatCard
        label="Bought this month"
        icon={IconCalendarMonth}
        value={figures ? formatCount(figures.boughtThisMonth) : '—'}
        loading={loading}
      />
    </>
  )
}
