import { overviewPeriod } from '@raahi/contract/dashboard'
import { formatRupees } from '@raahi/contract/formats'
import {
  getRevenue,
  type RevenueGrouping,
  type RevenueRow,
  revenueGroupings,
} from '@raahi/contract/revenue'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { formatDate } from '../../lib/dates.ts'
import { dashboardKey } from '../../lib/query-keys.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import type { DashboardFilters } from './dashboard-filters.ts'
import classes from './revenue-report.module.css'

const groupingLabels: Record<RevenueGrouping, string> = {
  destination: 'Destination',
  source: 'Source',
  'lead-type': 'Lead type',
  plan: 'Plan',
  day: 'Day',
}
const groupings = revenueGroupings.map((value) => ({ value, text: groupingLabels[value] }))

/** Revenue, refunds and net of the period by destination, source, lead type, plan or day. */
export function RevenueReport({ list }: { list: DashboardFilters }) {
  const { by, ...period } = list.filters
  const query = { by, ...overviewPeriod(period, dayInIndia(serverNow())) }
  const report = useQuery({
    queryKey: [...dashboardKey, 'revenue', query],
    queryFn: async ({ signal }) => ({ ...(await call(getRevenue, { query }, { signal })), by }),
    placeholderData: keepPreviousData,
  })
  return (
    <Panel title="Revenue, refunds and net">
      <div className={classes.filters}>
        <ToggleGroup
          label="Group by"
          options={groupings}
          value={by}
          onChange={(value) => list.change({ by: value })}
        />
      </div>
      {report.isLoadingError ? (
        <ErrorState
          text={errorWithReason(report.error, 'The revenue could not be loaded.')}
          onRetry={() => report.refetch()}
          retrying={report.isFetching}
        />
      ) : report.data ? (
        <Report report={report.data} />
      ) : (
        <SkeletonList label="Loading revenue..." layout="rows" count={5} />
      )}
    </Panel>
  )
}

type Figures = Pick<RevenueRow, 'sales' | 'revenue' | 'refunds' | 'net'>

function Report({
  report: { rows, totals, by },
}: {
  report: { rows: RevenueRow[]; totals: Figures; by: RevenueGrouping }
}) {
  if (rows.length === 0) return <EmptyState text="Nothing was sold or refunded in this period." />
  return (
    <div className={classes.table}>
      <FigureTable
        label={`Revenue by ${groupingLabels[by].toLowerCase()}`}
        heads={[groupingLabels[by], 'Sales', 'Revenue', 'Refunds', 'Net']}
        rows={[
          ['Total', ...figuresOf(totals)],
          ...rows.map((row) => [nameOf(row, by), ...figuresOf(row)]),
        ]}
      />
    </div>
  )
}

const figuresOf = ({ sales, revenue, refunds, net }: Figures) => [
  formatCount(sales),
  ...[revenue, refunds, net].map(formatRupees),
]

const missing: Partial<Record<RevenueGrouping, string>> = {
  destination: 'Destination not given',
  source: 'Added by an admin',
  plan: 'Single leads',
}

function nameOf({ kind, name }: RevenueRow, by: RevenueGrouping): string {
  if (kind === 'others') return 'All others'
  if (by === 'day') return formatDate(name)
  if (kind === 'leads') return by === 'lead-type' ? `Leads, ${name}` : (name ?? missing[by] ?? '—')
  if (by === 'plan') return `Plan ${name}`
  return name === null ? 'All plans' : `Plans, ${name}`
}
