import {
  IconCircleCheck,
  IconMap,
  IconShoppingBag,
  IconStack2,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'
import { type DashboardFigures, useDashboard } from './dashboard.api.ts'
import classes from './dashboard-stats.module.css'

const figures = [
  { field: 'totalLeads', label: 'Total Leads', icon: IconStack2 },
  { field: 'totalInternational', label: 'Total International', icon: IconWorld },
  { field: 'totalDomestic', label: 'Total Domestic', icon: IconMap },
  { field: 'totalUser', label: 'Total Users', icon: IconUsers },
  { field: 'totalAvailableLeads', label: 'Total Available Leads', icon: IconShoppingBag },
  { field: 'totalSoldLeads', label: 'Total Sold Leads', icon: IconCircleCheck },
] as const satisfies readonly { field: keyof DashboardFigures; label: string; icon: unknown }[]

/** The six figures of the marketplace. */
export function DashboardStats() {
  const dashboard = useDashboard()
  if (dashboard.isLoadingError) {
    return (
      <ErrorState
        text={errorWithReason(dashboard.error, 'The figures could not be loaded.')}
        onRetry={() => dashboard.refetch()}
        retrying={dashboard.isFetching}
      />
    )
  }
  return (
    <>
      {dashboard.isRefetchError && (
        <RefreshFailed
          text={errorWithReason(dashboard.error, 'These figures could not be refreshed.')}
          onRetry={() => dashboard.refetch()}
          retrying={dashboard.isFetching}
        />
      )}
      <div className={classes.stats}>
        <StatGrid>
          {figures.map(({ field, label, icon }) => (
            <StatCard
              key={field}
              label={label}
              icon={icon}
              loading={dashboard.isPending}
              value={dashboard.data && formatCount(dashboard.data[field])}
            />
          ))}
        </StatGrid>
      </div>
    </>
  )
}
