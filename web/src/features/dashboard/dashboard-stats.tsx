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
import { emptyHint, StatCard, StatGrid } from '../../ui/stat-card.tsx'
import { type DashboardFigures, type Overview, useDashboard, useOverview } from './dashboard.api.ts'
import type { DashboardPeriod } from './dashboard-filters.ts'
import classes from './dashboard-stats.module.css'

interface Figure {
  field: Exclude<keyof DashboardFigures, 'topDestinations'>
  label: string
  icon: typeof IconStack2
  /** What the period adds to the total. */
  inPeriod: (overview: Overview) => [count: number, verb: string]
}

const figures: readonly Figure[] = [
  {
    field: 'totalLeads',
    label: 'Total Leads',
    icon: IconStack2,
    inPeriod: ({ totals }) => [totals.leadsAdded, 'added'],
  },
  {
    field: 'totalInternational',
    label: 'Total International',
    icon: IconWorld,
    inPeriod: ({ added }) => [added.international, 'added'],
  },
  {
    field: 'totalDomestic',
    label: 'Total Domestic',
    icon: IconMap,
    inPeriod: ({ added }) => [added.domestic, 'added'],
  },
  {
    field: 'totalUser',
    label: 'Total Users',
    icon: IconUsers,
    inPeriod: ({ newUsers }) => [newUsers, 'registered'],
  },
  {
    field: 'totalAvailableLeads',
    label: 'Total Available Leads',
    icon: IconShoppingBag,
    inPeriod: ({ added }) => [added.forSale, 'added'],
  },
  {
    field: 'totalSoldLeads',
    label: 'Total Sold Leads',
    icon: IconCircleCheck,
    inPeriod: ({ totals }) => [totals.leadsSold, 'sold'],
  },
]

/** The six figures of the marketplace, each with what the period added to it. */
export function DashboardStats({ period }: { period: DashboardPeriod }) {
  const dashboard = useDashboard()
  const overview = useOverview(period)
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
          {figures.map(({ field, label, icon, inPeriod }) => (
            <StatCard
              key={field}
              label={label}
              icon={icon}
              loading={dashboard.isPending}
              value={dashboard.data && formatCount(dashboard.data[field])}
              hint={overview.data ? periodHint(inPeriod(overview.data)) : emptyHint}
            />
          ))}
        </StatGrid>
      </div>
    </>
  )
}

/** '12 sold in the period'. */
function periodHint([count, verb]: [number, string]): string {
  return `${formatCount(count)} ${verb} in the period`
}
