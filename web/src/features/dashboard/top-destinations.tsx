import { Skeleton } from '@mantine/core'
import { formatUnits } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatLongDate } from '../../lib/dates.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { BarList } from '../../ui/bar-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type DashboardFigures, useDashboard } from './dashboard.api.ts'
import classes from './top-destinations.module.css'

const loadingWidths = ['82%', '64%', '50%', '38%']

/** The most requested destinations, with bars in proportion to their number of leads. */
export function TopDestinations() {
  return (
    <Panel
      title="Top Destinations"
      aside={<span className={classes.asOf}>As of {formatLongDate(serverNow())}</span>}
    >
      <TopDestinationsBody />
    </Panel>
  )
}

function TopDestinationsBody() {
  const dashboard = useDashboard()
  if (dashboard.isPending) return <LoadingBars />
  if (dashboard.isLoadingError) {
    return (
      <ErrorState
        text={errorWithReason(dashboard.error, 'The top destinations could not be loaded.')}
        onRetry={() => dashboard.refetch()}
        retrying={dashboard.isFetching}
      />
    )
  }
  const { topDestinations } = dashboard.data
  if (topDestinations.length === 0) {
    return <EmptyState text="No leads yet. The most requested destinations will appear here." />
  }
  return <Bars destinations={topDestinations} />
}

function Bars({ destinations }: { destinations: DashboardFigures['topDestinations'] }) {
  return (
    <BarList
      maxSize={Math.max(...destinations.map(({ leads }) => leads))}
      bars={destinations.map(({ destination, leads }) => ({
        name: destination,
        value: formatUnits(leads, 'lead'),
        size: leads,
      }))}
    />
  )
}

function LoadingBars() {
  return (
    <div>
      <p role="status" className={classes.loading}>
        Loading top destinations...
      </p>
      <div aria-hidden>
        {loadingWidths.map((width) => (
          <div key={width} className={classes.loadingRow}>
            <Skeleton height={14} width="40%" />
            <Skeleton height={8} width={width} radius="xl" />
          </div>
        ))}
      </div>
    </div>
  )
}
