import { errorWithReason, isRefusal } from '../../lib/api-error.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RefreshFailed } from '../../ui/refresh-failed.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { CheckStep } from './check-step.tsx'
import { ImportSteps } from './import-steps.tsx'
import { useImport } from './imports.api.ts'
import { ResultStep } from './result-step.tsx'

const back = { to: '/dashboard/import', label: 'Back to Import' }

/** One import: its check until it is started, then its progress and result. */
export function ImportScreen({ id }: { id: string }) {
  const query = useImport(id)
  const { data: record, error } = query
  const retry = { onRetry: () => query.refetch(), retrying: query.isFetching }
  if (!record) {
    const isMissing = isRefusal(error, 'IMPORT_NOT_FOUND') || isRefusal(error, 'VALIDATION_FAILED')
    return (
      <>
        <PageHeader title={isMissing ? 'Import not found' : 'Import'} back={back} />
        {isMissing ? (
          <EmptyState text="This import does not exist. A file that is not imported is deleted after 30 days." />
        ) : error ? (
          <ErrorState text={errorWithReason(error, 'The import could not be loaded.')} {...retry} />
        ) : (
          <SkeletonList label="Loading import..." layout="rows" count={4} />
        )}
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={<bdi>{record.fileName}</bdi>}
        subtitle={
          <>
            <bdi>{record.source.name}</bdi> · <DateTime value={record.createdAt} />
          </>
        }
        back={back}
      />
      {error && (
        <RefreshFailed
          text={errorWithReason(error, 'The import could not be refreshed.')}
          {...retry}
        />
      )}
      <ImportSteps step={record.state === 'uploaded' ? 'Check' : 'Import'} />
      {record.state === 'uploaded' ? <CheckStep record={record} /> : <ResultStep record={record} />}
    </>
  )
}
