import { listFailedJobs, retryFailedJob, retryFailedJobs } from '@raahi/contract/failed-jobs'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { dashboardKey } from '../../lib/query-keys.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

/** Jobs per page. */
export const jobsPerPage = 20

const failedJobsKey = ['failed-jobs'] as const

/** A page of the failed jobs. The previous page stays until the next one is loaded. */
export function useFailedJobPage(page: number) {
  const query = { page: String(page), limit: String(jobsPerPage) }
  return useQuery({
    queryKey: [...failedJobsKey, query],
    queryFn: ({ signal }) => call(listFailedJobs, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

const changedKeys = [failedJobsKey, dashboardKey]

/** Queues a job again. */
export function useRetryFailedJob() {
  return useSingleMutation({
    mutationFn: (id: string) => call(retryFailedJob, { params: { id } }),
    refreshes: changedKeys,
  })
}

/** Queues all failed jobs again, except those that were refused permanently. */
export function useRetryFailedJobs() {
  return useSingleMutation({ mutationFn: () => call(retryFailedJobs), refreshes: changedKeys })
}
