import { Skeleton } from '@mantine/core'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { formatLongDate } from '../../lib/dates.ts'
import { serverNow } from '../../lib/server-clock.ts'
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
  const maxLeads = Math.max(...destinations.map(({ leads }) => leads))
  return (
    <ol className={classes.list}>
      {destinations.map(({ destination, leads }) => (
        <li key={destination} className={classes.row}>
          <span className={classes.name}>{destination}</span>
          <span className={classes.count}>
            {formatCount(leads)} {leads === 1 ? 'lead' : 'leads'}
          </span>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} style={{ width: `${(leads / maxLeads) * 100}%` }} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function LoadingBars() {
  return (
    <div>
      <p role="status" className={classes.loading}>
        Loading top destinations...
      </p>
      <div className={classes.list} aria-hidden>
        {loadingWidths.map((width) => (
          <div key={width} className={classes.row}>
            <Skeleton height={14} width="40%" />
            <span className={classes.track}>
              <Skeleton height={8} width={width} radius="xl" />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
