import { Skeleton } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import type { ReactNode } from 'react'
import { formatMinutes } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatPercent, formatShare } from '../../lib/percent.ts'
import { type ChartSeries, ColumnChart } from '../../ui/column-chart.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Overview, useOverview } from './dashboard.api.ts'
import classes from './month-figures.module.css'

/** Money and leads of the last 30 days, and the unsold leads by age: a chart and a table of each. */
export function MonthFigures() {
  const overview = useOverview()
  if (overview.isLoadingError) {
    return (
      <Panel title="Last 30 days">
        <ErrorState
          text={errorWithReason(
            overview.error,
            'The figures of the last 30 days could not be loaded.',
          )}
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
        title="Last 30 days"
        aside={
          <span className={classes.period} role="status">
            {data ? periodText(data.days) : 'Loading the last 30 days...'}
          </span>
        }
      >
        <Totals overview={data} />
      </Panel>
      <MoneyByDay days={data?.days} />
      <LeadsByDay days={data?.days} />
      <UnsoldByAge unsold={data?.unsold} />
    </>
  )
}

type Day = Overview['days'][number]

/** '24-10 to 22-11'. */
function periodText(days: readonly Day[]): string {
  return dayLabels(days).join(' to ')
}

function dayLabels(days: readonly Day[]): [string, string] {
  return [shortDay(days[0]?.day), shortDay(days.at(-1)?.day)]
}

/** Day and month, as 'DD-MM'. */
function shortDay(day: string | undefined): string {
  return formatDate(day).slice(0, 5)
}

interface TotalsFigure {
  name: string
  value: (overview: Overview) => string
  hint?: (overview: Overview) => string
}

const figures: readonly TotalsFigure[] = [
  { name: 'Revenue', value: ({ totals }) => formatRupees(totals.revenue) },
  { name: 'Refunds', value: ({ totals }) => formatRupees(totals.refunds) },
  { name: 'Net', value: ({ totals }) => formatRupees(totals.net) },
  { name: 'Leads added', value: ({ totals }) => formatCount(totals.leadsAdded) },
  { name: 'Leads sold', value: ({ totals }) => formatCount(totals.leadsSold) },
  {
    name: 'Sell-through',
    value: ({ sellThrough }) => (sellThrough === null ? '—' : formatPercent(sellThrough)),
    hint: ({ sellThrough, addedAndSold }) =>
      sellThrough === null
        ? 'No lead was added'
        : `${formatCount(addedAndSold)} of the added leads are sold`,
  },
  {
    name: 'Median time to sale',
    value: ({ medianMinutesToSale }) =>
      medianMinutesToSale === null ? '—' : formatMinutes(medianMinutesToSale),
    hint: ({ medianMinutesToSale }) =>
      medianMinutesToSale === null ? 'No lead was sold' : 'From added to sold',
  },
]

function Totals({ overview }: { overview: Overview | undefined }) {
  return (
    <dl className={classes.totals}>
      {figures.map(({ name, value, hint }) => (
        <div key={name} className={classes.figure}>
          <dt>{name}</dt>
          <dd className={classes.value} aria-busy={!overview}>
            {overview ? value(overview) : <Skeleton className={classes.line} width="60%" />}
          </dd>
          {hint && (
            <dd className={classes.hint}>
              {overview ? hint(overview) : <Skeleton className={classes.line} />}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

const moneySeries: readonly ChartSeries[] = [
  { name: 'Revenue', tone: 'first' },
  { name: 'Refunds', tone: 'second', pointsDown: true },
]

const moneyTitle = 'Revenue and refunds by day'

function MoneyByDay({ days }: { days: readonly Day[] | undefined }) {
  if (!days) return <LoadingChart title={moneyTitle} />
  return (
    <ChartPanel
      title={moneyTitle}
      heads={['Day', 'Revenue', 'Refunds', 'Net']}
      rows={days
        .toReversed()
        .map(({ day, revenue, refunds, net }) => [
          formatDate(day),
          ...[revenue, refunds, net].map(formatRupees),
        ])}
    >
      <ColumnChart
        series={moneySeries}
        columns={days.map(({ day, revenue, refunds }) => ({
          key: day,
          values: [revenue, refunds],
        }))}
        ends={dayLabels(days)}
        formatValue={formatRupees}
      />
    </ChartPanel>
  )
}

const leadSeries: readonly ChartSeries[] = [
  { name: 'Added', tone: 'second' },
  { name: 'Sold', tone: 'first' },
]

const leadsTitle = 'Leads added and sold by day'

function LeadsByDay({ days }: { days: readonly Day[] | undefined }) {
  if (!days) return <LoadingChart title={leadsTitle} />
  return (
    <ChartPanel
      title={leadsTitle}
      heads={['Day', 'Added', 'Sold']}
      rows={days
        .toReversed()
        .map(({ day, leadsAdded, leadsSold }) => [
          formatDate(day),
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
        ends={dayLabels(days)}
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
