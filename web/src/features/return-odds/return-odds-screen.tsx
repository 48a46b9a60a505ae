import { type ComputedOdds, minOddsPurchases } from '@raahi/contract/return-odds'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import {
  formatGroup,
  formatMonth,
  formatPercent,
  formatScore,
  formatShown,
} from './public/format-odds.ts'
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
      {odds.backTest && (
        <>
          <Months months={odds.months} />
          <Tenths tenths={odds.tenths} />
        </>
      )}
      {odds.groups.length > 0 && <Groups odds={odds} />}
    </div>
  )
}

function Summary({ odds }: { odds: ComputedOdds }) {
  const { computedAt, purchases, returned, baseRate, priorWeight, backTest } = odds
  return (
    <Panel
      title="Shown to agents"
      aside={
        <span className={classes.aside}>
          Computed <DateTime value={computedAt} />
        </span>
      }
    >
      <p className={classes.text}>{formatShown(odds, minOddsPurchases)}</p>
      <DefinitionList
        layout="stacked"
        items={[
          { label: 'Purchases of a year', value: formatCount(purchases) },
          { label: 'Returned', value: formatCount(returned) },
          { label: 'Base rate', value: baseRate === null ? null : formatPercent(baseRate) },
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
      <p className={classes.note}>
        Only purchases count whose time to report is over and that have no open request. A smaller
        Brier score is better.
      </p>
    </Panel>
  )
}

function Months({ months }: { months: ComputedOdds['months'] }) {
  return (
    <Panel title="Each month, predicted on its first day">
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
    </Panel>
  )
}

function Tenths({ tenths }: { tenths: ComputedOdds['tenths'] }) {
  return (
    <Panel title="Reliability">
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
    </Panel>
  )
}

function Groups({ odds: { groups, isBetter } }: { odds: ComputedOdds }) {
  return (
    <Panel title="Kinds of leads">
      <FigureTable
        label="Kinds of leads"
        heads={['Leads', 'Purchases', 'Returned', 'Odds', 'Shown']}
        rows={groups.map(({ purchases, returned, odds, ...group }) => [
          formatGroup(group),
          formatCount(purchases),
          formatCount(returned),
          formatPercent(odds),
          isBetter && purchases >= minOddsPurchases ? 'Yes' : 'No',
        ])}
      />
    </Panel>
  )
}
