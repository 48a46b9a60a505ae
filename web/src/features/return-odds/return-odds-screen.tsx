import { type ComputedOdds, minOddsPurchases } from '@raahi/contract/return-odds'
import { formatUnits } from '../../lib/ages.ts'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { formatMonth } from '../../lib/dates.ts'
import { BarList } from '../../ui/bar-list.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { formatGroup, formatPercent, formatScore, formatShown } from './public/format-odds.ts'
import { useReturnOdds } from './public/return-odds.api.ts'
import classes from './return-odds-screen.module.css'

/** The return odds of all groups of leads and how well they predict, for an admin. */
export function ReturnOddsScreen() {
  const query = useReturnOdds()
  const retry = { onRetry: () => query.refetch(), retrying: query.isFetching }
  return (
    <>
      <PageHeader
        title="Return Odds"
        subtitle="How often leads of a kind are returned, and how well that predicts the next month."
        back={{ to: '/dashboard/return-policy', label: 'Back to Return Policy' }}
      />
      {query.data ? (
        <>
          {query.isError && (
            <RefreshFailed
              text={errorWithReason(query.error, 'The return odds could not be refreshed.')}
              {...retry}
            />
          )}
          {query.data.computed ? (
            <Computed odds={query.data.computed} />
          ) : (
            <EmptyState text="The return odds are computed each night. They have not been computed yet." />
          )}
        </>
      ) : query.isError ? (
        <ErrorState
          text={errorWithReason(query.error, 'The return odds could not be loaded.')}
          {...retry}
        />
      ) : (
        <SkeletonList label="Loading return odds..." layout="rows" count={3} />
      )}
    </>
  )
}

function Computed({ odds }: { odds: ComputedOdds }) {
  return (
    <div className={classes.panels}>
      <Summary odds={odds} />
      {odds.groups.length > 0 && <Groups odds={odds} />}
      <Scores odds={odds} />
    </div>
  )
}

function Summary({ odds }: { odds: ComputedOdds }) {
  const { computedAt, purchases, returned, baseRate } = odds
  return (
    <Panel
      title="Shown to agents"
      aside={
        <span className={classes.aside}>
          Computed <DateTime value={computedAt} />
        </span>
      }
    >
      <p className={classes.summary}>
        {baseRate !== null && (
          <>
            <strong>
              {formatCount(returned)} of {formatUnits(purchases, 'purchase')}
            </strong>{' '}
            of a year were returned, {formatPercent(baseRate)}.{' '}
          </>
        )}
        {formatShown(odds, minOddsPurchases)}
      </p>
    </Panel>
  )
}

/** Kinds that are always visible. A click unfolds the others. */
const maxVisibleGroups = 10

function Groups({ odds: { groups, isBetter } }: { odds: ComputedOdds }) {
  const maxSize = Math.max(...groups.map(({ odds }) => odds), Number.MIN_VALUE)
  const bars = groups.map(({ purchases, returned, odds, ...group }) => ({
    name: formatGroup(group),
    value: formatPercent(odds),
    size: odds,
    note: `${formatCount(returned)} of ${formatUnits(purchases, 'purchase')} returned${
      isBetter && purchases < minOddsPurchases ? '. Too few for agents to see' : ''
    }`,
  }))
  const rest = bars.slice(maxVisibleGroups)
  return (
    <Panel title="Kinds of leads">
      <BarList bars={bars.slice(0, maxVisibleGroups)} maxSize={maxSize} />
      {rest.length > 0 && (
        <details className={classes.more}>
          <summary>{formatUnits(rest.length, 'more kind')}</summary>
          <BarList bars={rest} maxSize={maxSize} />
        </details>
      )}
    </Panel>
  )
}

/** How well the odds predict returns. */
function Scores({ odds: { priorWeight, backTest, months, tenths } }: { odds: ComputedOdds }) {
  return (
    <Panel title="How well they predict">
      <p className={classes.text}>
        Only purchases count whose time to report is over and that have no open request.
      </p>
      <details className={classes.more}>
        <summary>Scores</summary>
        <DefinitionList
          layout="stacked"
          items={[
            {
              label: 'Weight of the base rate',
              value: `${formatCount(Math.round(priorWeight))} purchases`,
            },
            { label: 'Brier score', value: backTest && formatScore(backTest.brier) },
            {
              label: 'Brier score of the base rate',
              value: backTest && formatScore(backTest.baseBrier),
            },
          ]}
        />
        <p className={classes.note}>A smaller Brier score is better.</p>
        {backTest && (
          <div className={classes.tables}>
            <Months months={months} />
            <Tenths tenths={tenths} />
          </div>
        )}
      </details>
    </Panel>
  )
}

function Months({ months }: { months: ComputedOdds['months'] }) {
  return (
    <div>
      <p className={classes.text}>
        Each month, predicted on its first day. The odds are good if their score is smaller than
        that of the base rate.
      </p>
      <FigureTable
        label="Months"
        heads={['Month', 'Purchases', 'Returned', 'Score', 'Base rate’s']}
        rows={months.map(({ month, purchases, returned, brier, baseBrier }) => [
          formatMonth(month),
          formatCount(purchases),
          formatCount(returned),
          formatScore(brier),
          formatScore(baseBrier),
        ])}
      />
    </div>
  )
}

function Tenths({ tenths }: { tenths: ComputedOdds['tenths'] }) {
  return (
    <div>
      <p className={classes.text}>
        The tested purchases in ten parts, from the lowest odds to the highest. The odds are good if
        both shares of a row are close.
      </p>
      <FigureTable
        label="Reliability"
        heads={['Part', 'Purchases', 'Predicted', 'Returned']}
        rows={tenths.map(({ tenth, purchases, predicted, returned }) => [
          String(tenth),
          formatCount(purchases),
          formatPercent(predicted),
          formatPercent(returned / purchases),
        ])}
      />
    </div>
  )
}
