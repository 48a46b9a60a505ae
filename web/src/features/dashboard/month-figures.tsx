import { Skeleton } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import type { ReactNode } from 'react'
import { formatMinutes } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { formatDate } from '../../lib/dates.ts'
import { type ChartSeries, ColumnChart } from '../../ui/column-chart.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
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
        aside={data && <span className={classes.period}>{periodText(data.days)}</span>}
      >
        {data ? <Totals overview={data} /> : <LoadingFigures />}
      </Panel>
      {data && (
        <>
          <MoneyByDay days={data.days} />
          <LeadsByDay days={data.days} />
          <UnsoldByAge unsold={data.unsold} />
        </>
      )}
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

function Totals({ overview }: { overview: Overview }) {
  const { totals, sellThrough, addedAndSold, medianMinutesToSale } = overview
  return (
    <dl className={classes.totals}>
      <Figure name="Revenue" value={formatRupees(totals.revenue)} />
      <Figure name="Refunds" value={formatRupees(totals.refunds)} />
      <Figure name="Net" value={formatRupees(totals.net)} />
      <Figure name="Leads added" value={formatCount(totals.leadsAdded)} />
      <Figure name="Leads sold" value={formatCount(totals.leadsSold)} />
      <Figure
        name="Sell-through"
        value={sellThrough === null ? '—' : `${sellThrough} %`}
        hint={
          sellThrough === null
            ? 'No lead was added'
            : `${formatCount(addedAndSold)} of the added leads are sold`
        }
      />
      <Figure
        name="Median time to sale"
        value={medianMinutesToSale === null ? '—' : formatMinutes(medianMinutesToSale)}
        hint={medianMinutesToSale === null ? 'No lead was sold' : 'From added to sold'}
      />
    </dl>
  )
}

function Figure({ name, value, hint }: { name: string; value: string; hint?: string }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd className={classes.value}>{value}</dd>
      {hint && <dd className={classes.hint}>{hint}</dd>}
    </div>
  )
}

const moneySeries: readonly ChartSeries[] = [
  { name: 'Revenue', tone: 'first' },
  { name: 'Refunds', tone: 'second', pointsDown: true },
]

function MoneyByDay({ days }: { days: readonly Day[] }) {
  return (
    <ChartPanel
      title="Revenue and refunds by day"
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

function LeadsByDay({ days }: { days: readonly Day[] }) {
  return (
    <ChartPanel
      title="Leads added and sold by day"
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

function UnsoldByAge({ unsold }: { unsold: Overview['unsold'] }) {
  const total = unsold.reduce((sum, { leads }) => sum + leads, 0)
  return (
    <ChartPanel
      title="Unsold leads by age"
      heads={['Days since added', 'Leads', 'Share']}
      rows={unsold.map((group) => [
        ageLabel(group),
        formatCount(group.leads),
        total === 0 ? '—' : `${Math.round((100 * group.leads) / total)} %`,
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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A region that scrolls needs the focus of the keyboard. */}
        <section className={classes.scroll} aria-label={`Table: ${title}`} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...figures]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {figures.map((figure, index) => (
                    <td key={heads[index + 1]}>{figure}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </Panel>
  )
}

function LoadingFigures() {
  return (
    <div>
      <p role="status" className={classes.loading}>
        Loading the figures of 30 days...
      </p>
      <Skeleton height={64} radius="md" />
    </div>
  )
}
