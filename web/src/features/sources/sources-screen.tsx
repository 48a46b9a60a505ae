import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { DateRangeFilter } from '../../ui/date-range-filter.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { NewSourceDialog } from './new-source-dialog.tsx'
import { sourceFilters } from './source-filters.ts'
import { SourceTable } from './source-table.tsx'
import { useSources } from './sources.api.ts'
import classes from './sources.module.css'
import { UnassignedLeads } from './unassigned-leads.tsx'

/** Where enquiries come from, and which source brings leads that sell and are not returned. */
export function SourcesScreen() {
  const list = useListFilters(sourceFilters)
  const [isAdding, setAdding] = useState(false)
  const { from, to } = list.filters
  const query = useSources({ from, to })
  const retry = { onRetry: () => query.refetch(), retrying: query.isFetching }
  return (
    <>
      <PageHeader
        title="Sources"
        subtitle="Where enquiries come from, and what became of those that arrived in the period."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
        actions={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            Add Source
          </Button>
        }
      />
      <div className={classes.dates}>
        <DateRangeFilter
          onPeriod={list.change}
          from={list.dateField('from')}
          to={list.dateField('to')}
        />
      </div>
      {query.data ? (
        <>
          {query.isError && (
            <RefreshFailed
              text={errorWithReason(query.error, 'The sources could not be refreshed.')}
              {...retry}
            />
          )}
          <UnassignedLeads level="h2" />
          <SourceTable sources={query.data} />
        </>
      ) : query.isError ? (
        <ErrorState
          text={errorWithReason(query.error, 'The sources could not be loaded.')}
          {...retry}
        />
      ) : (
        <SkeletonList label="Loading sources..." layout="rows" count={4} />
      )}
      <NewSourceDialog opened={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}
