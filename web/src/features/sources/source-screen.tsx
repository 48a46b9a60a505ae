import { errorWithReason, isRefusal } from '../../lib/api-error.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { DateRangeFilter } from '../../ui/date-range-filter.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { SourceArrivals } from './source-arrivals.tsx'
import { SourceCosts } from './source-costs.tsx'
import { sourceFilters } from './source-filters.ts'
import { figureTexts, sourceKindLabels } from './source-labels.ts'
import { SourceQuestions } from './source-questions.tsx'
import { SourceSettings } from './source-settings.tsx'
import { SourceSetup } from './source-setup.tsx'
import { SourceState } from './source-state.tsx'
import { type SourceDetail, useSource } from './sources.api.ts'
import classes from './sources.module.css'

const back = { to: '/dashboard/sources', label: 'Back to Sources' }

/** One source: what became of its enquiries, its settings and its costs. */
export function SourceScreen({ id }: { id: string }) {
  const list = useListFilters(sourceFilters)
  const { from, to } = list.filters
  const query = useSource(id, { from, to })
  const { data: source, error } = query
  const retry = { onRetry: () => query.refetch(), retrying: query.isFetching }
  if (!source) {
    const isMissing = isRefusal(error, 'SOURCE_NOT_FOUND') || isRefusal(error, 'VALIDATION_FAILED')
    return (
      <>
        <PageHeader title={isMissing ? 'Source not found' : 'Source'} back={back} />
        {isMissing ? (
          <EmptyState text="This source does not exist." />
        ) : error ? (
          <ErrorState text={errorWithReason(error, 'The source could not be loaded.')} {...retry} />
        ) : (
          <SkeletonList label="Loading source..." layout="rows" count={4} />
        )}
      </>
    )
  }
  // The built-in sources have no settings.
  const isConnected = source.consents.length > 0
  return (
    <>
      <PageHeader
        title={<bdi>{source.name}</bdi>}
        subtitle={<Subtitle source={source} />}
        back={back}
      />
      {error && (
        <RefreshFailed
          text={errorWithReason(error, 'The source could not be refreshed.')}
          {...retry}
        />
      )}
      <div className={classes.panels}>
        <div className={classes.column}>
          <Panel title="Enquiries that arrived in the period">
            <div className={classes.dates}>
              <DateRangeFilter
                onPeriod={list.change}
                from={list.dateField('from')}
                to={list.dateField('to')}
              />
            </div>
            <DefinitionList
              layout="stacked"
              items={figureTexts(source).map(({ label, text, share }) => ({
                label,
                value: share ? `${text} (${share})` : text,
              }))}
            />
          </Panel>
          <SourceSetup source={source} />
          {isConnected && <SourceArrivals source={source} />}
          {(source.kind === 'google-ads' || source.kind === 'meta-ads') && (
            <SourceQuestions source={source} />
          )}
        </div>
        <div className={classes.column}>
          {isConnected && <SourceSettings source={source} />}
          <SourceCosts source={source} />
        </div>
      </div>
    </>
  )
}

function Subtitle({ source }: { source: SourceDetail }) {
  return (
    <span className={classes.kind}>
      {sourceKindLabels[source.kind]}
      <SourceState source={source} />
      <span>
        {source.lastArrivalAt ? (
          <>
            Last enquiry <DateTime value={source.lastArrivalAt} />
          </>
        ) : (
          'No enquiry yet'
        )}
      </span>
    </span>
  )
}
