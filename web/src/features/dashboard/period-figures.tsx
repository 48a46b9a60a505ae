import { Skeleton } from '@mantine/core'
import { overviewPeriod } from '@raahi/contract/dashboard'
import { formatRupees } from '@raahi/contract/formats'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import type { ReactNode } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { formatDate, formatMonth } from '../../lib/dates.ts'
import { formatShare } from '../../lib/percent.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useMay } from '../../lib/session.ts'
import { type ChartSeries, ColumnChart } from '../../ui/column-chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Overview, useOverview } from './dashboard.api.ts'
import type { DashboardPeriod } from './dashboard-filters.ts'
import classes from './period-figures.module.css'
import { PeriodTotals } from './period-totals.tsx'

/** Money and leads of the period, and the unsold leads by age: a chart and a table of each. */
export function PeriodFigures({ period }: { period: DashboardPeriod }) {
  const overview = useOverview(period)
  const mayMoney = useMay('money')
  const title = period.from || period.to ? 'In the period' : 'Last 30 days'
  if (overview.isLoadingError) {
    return (
      <Panel title={title}>
        <ErrorState
          text={errorWithReason(overview.error, 'The figures of the period could not be loaded.')}
          onRetry={() => overview.refetch()}
          retrying={overview.isFetching}
        />
      </Panel>
    )
  }
  const { data } = overview
  return (
    <>
      <Panel
        title={title}
        aside={
          <span className={classes.period} role="status">
            {data && !overview.isPlaceholderData ? periodText(period) : 'Loading the figures...'}
          </span>
        }
      >
        <PeriodTotals overview={data} />
      </Panel>
      {data?.days.length === 0 ? (
        <Panel title="Revenue, refunds and leads">
          <EmptyState text="No day of this period has begun." />
        </Panel>
      ) : (
        <>
          {mayMoney && <MoneyByDay overview={data} />}
          <LeadsByDay overview={data} />
        </>
      )}
      <UnsoldByAge unsold={data?.unsold} />
    </>
  )
}

/** '24-10-2026 to 22-11-2026'. A period ends today at the latest. */
function periodText(period: DashboardPeriod): string {
  const { from, to } = overviewPeriod(period, dayInIndia(serverNow()))
  return from > to ? 'Has not begun' : `${formatDate(from)} to ${formatDate(to)}`
}

/** The name of each day, or month, in the tables. */
function formatItem({ groupedBy }: Overview, day: string): string {
  return groupedBy === 'day' ? formatDate(day) : formatMonth(day)
}

/** The texts under the first and the last column: 'DD-MM', or the months. */
function endsOf({ groupedBy, days }: Overview): [string, string] {
  const format = (day = '') =>
    groupedBy === 'day' ? formatDate(day).slice(0, 5) : formatMonth(day)
  return [format(days[0]?.day), format(days.at(-1)?.day)]
}

const groupHeads = { day: 'Day', month: 'Month' } as const

const moneySeries: readonly ChartSeries[] = [
  { name: 'Revenue', tone: 'first' },
  { name: 'Refunds', tone: 'second', pointsDown: true },
]

/** For admins with the right `money`, who get the amounts. */
function MoneyByDay({ overview }: { overview: Overview | undefined }) {
  const title = `Revenue and refunds by ${overview?.groupedBy ?? 'day'}`
  if (!overview) return <LoadingChart title={title} />
  const { days } = overview
  return (
    <ChartPanel
      title={title}
      heads={[groupHeads[overview.groupedBy], 'Revenue', 'Refunds', 'Net']}
      rows={days
        .toReversed()
        .map(({ day, revenue = 0, refunds = 0, net = 0 }) => [
          formatItem(overview, day),
          ...[revenue, refunds, net].map(formatRupees),
        ])}
    >
      <ColumnChart
        series={moneySeries}
        columns={days.map(({ day, revenue = 0, refunds = 0 }) => ({
          key: day,
          values: [revenue, refunds],
        }))}
        ends={endsOf(overview)}
        formatValue={formatRupees}
      />
    </ChartPanel>
  )
}

const leadSeries: readonly ChartSeries[] = [
  { name: 'Added', tone: 'second' },
  { name: 'Sold', tone: 'first' },
]

function LeadsByDay({ overview }: { overview: Overview | undefined }) {
  const title = `Leads added and sold by ${overview?.groupedBy ?? 'day'}`
  if (!overview) return <LoadingChart title={title} />
  const { days } = overview
  return (
    <ChartPanel
      title={title}
      heads={[groupHeads[overview.groupedBy], 'Added', 'Sold']}
      rows={days
        .toReversed()
        .map(({ day, leadsAdded, leadsSold }) => [
          formatItem(overview, day),
          formatCount(leadsAdded),
          formatCount(leadsSold),
        ])}
    >
      <ColumnChart
        series={leadSeries}
        columns={days.map(({ day, leadsAdded, leadsSold }) => ({
          key: day,
          values: [leadsAdded, leadsSold],
        }))}
        ends={endsOf(overview)}
        formatValue={formatCount}
      />
    </ChartPanel>
  )
}

const unsoldSeries: readonly ChartSeries[] = [{ name: 'Leads', tone: 'first' }]

const unsoldTitle = 'Unsold leads by age'

function UnsoldByAge({ unsold }: { unsold: Overview['unsold'] | undefined }) {
  if (!unsold) return <LoadingChart title={unsoldTitle} isShort />
  const total = unsold.reduce((sum, { leads }) => sum + leads, 0)
  return (
    <ChartPanel
      title={unsoldTitle}
      heads={['Days since added', 'Leads', 'Share']}
      rows={unsold.map((group) => [
        ageLabel(group),
        formatCount(group.leads),
        formatShare(group.leads, total),
      ])}
    >
      <ColumnChart
        series={unsoldSeries}
        columns={unsold.map((group) => ({ key: ageLabel(group), values: [group.leads] }))}
        formatValue={formatCount}
      />
    </ChartPanel>
  )
}

/** 'Today', '1–2', '30+'. */
function ageLabel({ fromDays, toDays }: Overview['unsold'][number]): string {
  if (toDays === null) return `${fromDays}+`
  if (toDays === 0) return 'Today'
  return fromDays === toDays ? `${fromDays}` : `${fromDays}–${toDays}`
}

interface ChartPanelProps {
  title: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  /** The chart. */
  children: ReactNode
}

/** A chart with the table of its figures, which a keyboard scrolls. */
function ChartPanel({ title, heads, rows, children }: ChartPanelProps) {
  return (
    <Panel title={title}>
      <div className={classes.pair}>
        {children}
        <FigureTable label={title} heads={heads} rows={rows} />
      </div>
    </Panel>
  )
}

/** As high as the loaded panel, so that nothing below it moves. `isShort`: no legend, and few rows in the table. */
function LoadingChart({ title, isShort }: { title: string; isShort?: true }) {
  return (
    <Panel title={title}>
      <div className={classes.pair} data-short={isShort} aria-hidden>
        <Skeleton className={classes.loadingChart} radius="md" />
        <Skeleton className={classes.loadingTable} radius="md" />
      </div>
    </Panel>
  )
}
