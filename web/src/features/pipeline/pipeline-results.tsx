import { Button } from '@mantine/core'
import type { Answer } from '@raahi/contract/endpoint'
import { formatRupees } from '@raahi/contract/formats'
import { destinationOpen } from '@raahi/contract/lead-texts'
import {
  type getPipelineWorth,
  minWorthLeads,
  type WorthFigures,
  type WorthGroup,
  worthGroups,
} from '@raahi/contract/pipeline-worth'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatUnits } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { formatShare } from '../../lib/percent.ts'
import { periodLabels } from '../../lib/periods.ts'
import type { ListFilters } from '../../lib/use-list-filters.ts'
import { useMinute } from '../../lib/use-minute.ts'
import { ChoiceFilter } from '../../ui/choice-filter.tsx'
import { ColumnChart } from '../../ui/column-chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import classes from './pipeline-results.module.css'
import { worthQuery } from './public/pipeline.api.ts'
import type { pipelineFilters } from './public/pipeline-filters.ts'
import { resultDays, resultPeriods } from './result-periods.ts'

type Worth = Answer<typeof getPipelineWorth> & { by: WorthGroup }

const groupLabels: Record<WorthGroup, string> = {
  destination: 'Destination',
  source: 'Source',
  month: 'Month',
}
const groupOptions = worthGroups.map((value) => ({ value, text: groupLabels[value] }))

const periodOptions = resultPeriods.map((value) => ({
  value,
  label: value === 'all' ? 'All Months' : periodLabels[value],
}))

/** Maximum number of columns in the chart. The table has all groups. */
const maxColumns = 12

interface PipelineResultsProps {
  list: ListFilters<typeof pipelineFilters>
}

/** The cost and the earnings of the leads bought in a period, in total and by destination, source or month. */
export default function PipelineResults({ list }: PipelineResultsProps) {
  const { by, period } = list.filters
  const { change } = list
  const days = resultDays(period, useMinute())
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(worthQuery(by, days))
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  const failure = error && errorWithReason(error, 'The results could not be loaded.')
  return (
    <>
      <div className={classes.period}>
        <ChoiceFilter
          label="Leads bought in"
          options={periodOptions}
          {...list.choiceField('period')}
        />
      </div>
      {data ? (
        <div data-stale={isPlaceholderData || undefined} className={classes.results}>
          {failure && <RefreshFailed text={failure} {...retry} />}
          <Results
            data={data}
            isAll={period === 'all'}
            by={by}
            onGroup={(chosen) => change({ by: chosen })}
          />
        </div>
      ) : failure ? (
        <ErrorState text={failure} {...retry} />
      ) : (
        <SkeletonList label="Loading results..." layout="cards" count={3} />
      )}
    </>
  )
}

interface ResultsProps {
  data: Worth
  by: WorthGroup
  /** Whether the period includes all purchases. */
  isAll: boolean
  onGroup: (by: WorthGroup) => void
}

function Results({ data, by, isAll, onGroup }: ResultsProps) {
  if (!data.total) {
    return (
      <EmptyState
        text={
          <>
            You have bought {formatUnits(data.leads, 'lead')}
            {isAll ? '' : ' in this period'}.
            <br />
            Once you have bought {minWorthLeads}, this page shows what they cost and what they
            earned.
          </>
        }
        action={
          <Button component={Link} to="/dashboard/my-leads">
            Browse leads
          </Button>
        }
      />
    )
  }
  return (
    <>
      <Totals total={data.total} />
      <Panel title="What your leads earned">
        <div className={classes.group}>
          <ToggleGroup label="Group by" options={groupOptions} value={by} onChange={onGroup} />
        </div>
        {data.groups.length > 0 && <Groups by={data.by} groups={data.groups} />}
        <p className={classes.note}>
          {data.leadsInSmallGroups > 0 &&
            `${formatUnits(data.leadsInSmallGroups, 'lead')} in groups of fewer than ${minWorthLeads} are not shown. `}
          {data.leadsInFurtherGroups > 0 &&
            `${formatUnits(data.leadsInFurtherGroups, 'lead')} in groups after the first ${data.groups.length} are not shown. `}
          A lead bought with a plan counts at its share of the plan’s price. Cost per won trip is
          what you spent, less refunds, divided by the number of trips won.
        </p>
      </Panel>
    </>
  )
}

const amount = (rupees: number | null) => (rupees === null ? '—' : formatRupees(Math.round(rupees)))

/** The amount won; '—' if trips were won but none has a price. */
const wonAmount = (figures: WorthFigures) =>
  amount(figures.won > 0 && figures.wonWithAmount === 0 ? null : figures.wonAmount)

function Totals({ total }: { total: WorthFigures }) {
  const notReturned = total.leads - total.returnedLeads
  const share = formatShare(total.won, notReturned)
  return (
    <StatGrid>
      <StatCard label="Spent" value={amount(total.spent)} hint={formatUnits(total.leads, 'lead')} />
      <StatCard
        label="Returned"
        value={amount(total.returned)}
        hint={formatUnits(total.returnedLeads, 'lead')}
      />
      <StatCard
        label="Won"
        value={wonAmount(total)}
        hint={
          total.won === total.wonWithAmount
            ? formatUnits(total.won, 'trip')
            : `${formatUnits(total.won, 'trip')}, ${formatCount(total.wonWithAmount)} with a price`
        }
      />
      <StatCard
        label="Share won"
        value={share}
        hint={`${formatCount(total.won)} of ${formatUnits(notReturned, 'lead')}`}
      />
      <StatCard
        label="Cost per won trip"
        value={amount(total.costPerWon)}
        hint={total.won > 0 ? `Of ${formatUnits(total.won, 'won trip')}` : 'No trips won yet'}
      />
    </StatGrid>
  )
}

interface GroupsProps {
  by: WorthGroup
  groups: readonly (WorthFigures & { key: string })[]
}

function Groups({ by, groups }: GroupsProps) {
  // Shows the largest groups, or the latest months.
  const shown = by === 'month' ? groups.slice(-maxColumns) : groups.slice(0, maxColumns)
  const labels = shown.map(({ key }) => groupLabel(by, key))
  return (
    <div className={classes.pair}>
      <ColumnChart
        series={[
          { name: 'Leads', tone: 'second' },
          { name: 'Won trips', tone: 'first' },
        ]}
        columns={shown.map((group, index) => ({
          key: labels[index] ?? '',
          values: [group.leads, group.won],
        }))}
        {...(shown.length > 4 && { ends: [labels[0] ?? '', labels.at(-1) ?? ''] as const })}
        formatValue={formatCount}
      />
      <FigureTable
        label={`Results by ${groupLabels[by].toLowerCase()}`}
        heads={[
          groupLabels[by],
          'Leads',
          'Spent',
          'Returned',
          'Won trips',
          'Won amount',
          'Cost per won trip',
        ]}
        rows={groups.map((group) => [
          groupLabel(by, group.key),
          formatCount(group.leads),
          amount(group.spent),
          amount(group.returned),
          formatCount(group.won),
          wonAmount(group),
          amount(group.costPerWon),
        ])}
      />
    </div>
  )
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** The label of a group: 'Nov 2026' for '2026-11'. */
function groupLabel(by: WorthGroup, key: string): string {
  if (by === 'destination') return key || destinationOpen
  if (by === 'source') return key === 'admin' ? 'Entered by Raahi' : key
  const [year, month] = key.split('-')
  return `${months[Number(month) - 1] ?? key} ${year}`
}
