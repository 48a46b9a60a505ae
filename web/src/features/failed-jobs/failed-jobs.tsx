import type { FailedJob } from '@raahi/contract/failed-jobs'
import { useRef } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { useFocusFallback } from '../../lib/use-focus-fallback.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import cards from '../../ui/card-list.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { FailedJobItem } from './failed-job-item.tsx'
import { jobsPerPage, useFailedJobPage, useRetryFailedJob } from './failed-jobs.api.ts'
import classes from './failed-jobs.module.css'
import { RetryAll } from './retry-all.tsx'

/** The list has pages and no filter. */
const noFilters = {}

/** The jobs of the last day that failed after all attempts, for an admin: see the cause, try again. */
export function FailedJobs() {
  const list = useListFilters(noFilters)
  const query = useFailedJobPage(list.filters.page)
  const title = useRef<HTMLHeadingElement>(null)
  const keepFocus = useFocusFallback(title, query.data)
  const { retryingId, retry } = useRetrying(keepFocus)
  return (
    <>
      <PageHeader
        title="Failed Jobs"
        subtitle="Emails, password codes and refunds that failed after all attempts. An entry stays for a day."
        back={{ to: '/dashboard', label: 'Back to Dashboard' }}
      />
      <section aria-labelledby="failed-jobs">
        <div className={classes.head}>
          <h2 id="failed-jobs" ref={title} tabIndex={-1} className={classes.title}>
            Failed in the last 24 hours
            {query.data && ` (${formatCount(query.data.totalDocs)})`}
          </h2>
          {query.data && <RetryAll retriable={query.data.retriable} onStart={keepFocus} />}
        </div>
        <PagedList
          query={query}
          items={query.data?.docs}
          total={query.data?.totalDocs}
          page={list.filters.page}
          pageSize={jobsPerPage}
          onPageChange={list.goToPage}
          loading={{ label: 'Loading failed jobs...', layout: 'rows', count: 4 }}
          failed={(error) => errorWithReason(error, 'The failed jobs could not be loaded.')}
          empty={
            <EmptyState text="Nothing has failed. Every email and refund of the last 24 hours was sent, or Raahi is still trying." />
          }
        >
          {(jobs) => (
            <ul className={cards.list} aria-label="Failed jobs">
              {jobs.map((job) => (
                <FailedJobItem
                  key={job._id}
                  job={job}
                  busy={retryingId === job._id}
                  onRetry={retry}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </section>
    </>
  )
}

function useRetrying(onStart: () => void) {
  const { mutate, isPending } = useRetryFailedJob()
  const retriedId = useRef<string>(undefined)
  const retry = ({ _id }: FailedJob) => {
    if (isPending) return
    retriedId.current = _id
    onStart()
    mutate(_id, {
      onSuccess: () => notifySuccess('Queued again. If it fails, it comes back to this list.'),
      onError: (error) => notifyError(errorWithReason(error, 'The job could not be queued again.')),
    })
  }
  return { retryingId: isPending ? retriedId.current : undefined, retry }
}
