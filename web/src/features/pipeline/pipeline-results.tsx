import { formatRupees } from '@raahi/contract/formats'
import {
  minWorthLeads,
  type WorthFigures,
  type WorthGroup,
  worthGroups,
} from '@raahi/contract/pipeline-worth'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatUnits } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { ColumnChart } from '../../ui/column-chart.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { StatCard, StatGrid } from '../../ui/stat-card.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import { worthQuery } from './pipeline.api.ts'
import classes from './pipeline-results.module.css'

const groupLabels: Record<WorthGroup, string> = {
  destination: 'Destination',
  source: 'Source',
  month: 'Month',
}
const groupOptions = worthGroups.map((value) => ({ value, text: groupLabels[value] }))

/** Columns of the chart. The table has all groups. */
const maxColumns = 12

/** What leads cost and brought, in total and by destination, source or month. */
export default function PipelineResults() {
  const [by, setBy] = useState<WorthGroup>('destination')
  const { data, error, refetch, isFetching } = useQuery(worthQuery(by))
  const retry = { onRetry: () => refetch(), retrying: isFetching }
  const failure = error && errorWithReason(error, 'The results could not be loaded.')
  if (!data) {
    return failure ? (
      <ErrorState text={failure} {...retry} />
    ) : (
      <SkeletonList label="Loading results..." layout="cards" count={3} />
    )
  }
  if (!data.total) {
    return (
      <EmptyState
        text={
          <>
            You have bought {formatUnits(data.leads, 'lead')}.
            <br />
            From {minWorthLeads} leads on, this page shows what they cost and what they brought.
          </>
        }
      />
    )
  }
  return (
    <>
      {failure && <RefreshFailed text={failure} {...retry} />}
      <Totals total={data.total} />
      <Panel title="What your leads brought">
        <div className={classes.group}>
          <ToggleGroup label="Group by" options={groupOptions} value={by} onChange={setBy} />
        </div>
        {data.groups.length > 0 && <Groups by={by} groups={data.groups} />}
        <p className={classes.note}>
          {data.leadsInSmallGroups > 0 &&
            `${formatUnits(data.leadsInSmallGroups, 'lead')} in groups of fewer than ${minWorthLeads} are not shown. `}
          A lead of a plan counts with its share of the price of the plan. Cost per won trip is what
          you spent less what was returned, divided by the won trips.
        </p>
      </Panel>
    </>
  )
}

const amount = (rupees: number | null) => (rupees === null ? '—' : formatRupees(Math.round(rupees)))

function Totals({ total }: { total: WorthFigures }) {
  const kept = total.leads - total.returnedLeads
  const share = kept > 0 ? `${Math.round((100 * total.won) / kept)} %` : '—'
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
        value={amount(total.wonAmount)}
        hint={
          total.won === total.wonWithAmount
            ? formatUnits(total.won, 'trip')
            : `${formatUnits(total.won, 'trip')}, ${formatCount(total.wonWithAmount)} with a price`
        }
      />
      <StatCard
        label="Share won"
        value={share}
        hint={`${formatCount(total.won)} of ${formatUnits(kept, 'lead')}`}
      />
      <StatCard
        label="Cost per won trip"
        value={amount(total.costPerWon)}
        hint={total.won > 0 ? `Of ${formatUnits(total.won, 'won trip')}` : 'No trip is won yet'}
      />
    </StatGrid>
  )
}

interface GroupsProps {
  by: WorthGroup
  groups: readonly (WorthFigures & { key: string })[]
}

function Groups({ by, groups }: GroupsProps) {
  const title = `Results by ${groupLabels[by].toLowerCase()}`
  const shown = groups.slice(0, maxColumns)
  return (
    <div className={classes.pair}>
      <ColumnChart
        series={[
          { name: 'Leads', tone: 'second' },
          { name: 'Won trips', tone: 'first' },
        ]}
        columns={shown.map((group) => ({ key: group.key, values: [group.leads, group.won] }))}
        {...(shown.length > 4 && { ends: [shown[0]?.key ?? '', shown.at(-1)?.key ?? ''] as const })}
        formatValue={formatCount}
      />
      <FigureTable
        label={title}
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
          by === 'month' ? monthLabel(group.key) : group.key,
          formatCount(group.leads),
          amount(group.spent),
          amount(group.returned),
          formatCount(group.won),
          amount(group.wonAmount),
          amount(group.costPerWon),
        ])}
        classNames={classes}
      />
    </div>
  )
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** '2026-11' as 'Nov 2026'. */
function monthLabel(key: string): string {
  const [year, month] = key.split('-')
  return `${months[Number(month) - 1] ?? key} ${year}`
}
