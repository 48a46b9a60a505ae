import { listFailedJobs, retryFailedJob, retryFailedJobs } from '@raahi/contract/failed-jobs'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'
import { dashboardKey } from '../dashboard/dashboard.api.ts'

/** Jobs a page. */
export const jobsPerPage = 20

const failedJobsKey = ['failed-jobs'] as const

/** A page of the failed jobs. The previous page stays until the next one is loaded. */
export function useFailedJobPage(page: number) {
  const query = { page: String(page), limit: String(jobsPerPage) }
  return useQuery({
    queryKey: [...failedJobsKey, query],
    queryFn: ({ signal }) => call(listFailedJobs, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Queues a job again. */
export function useRetryFailedJob() {
  const onSettled = useReload()
  return useSingleMutation({
    mutationFn: (id: string) => call(retryFailedJob, { params: { id } }),
    onSettled,
  })
}

/** Queues all jobs again that were not refused for good. */
export function useRetryFailedJobs() {
  const onSettled = useReload()
  return useSingleMutation({ mutationFn: () => call(retryFailedJobs), onSettled })
}

/** Loads list and dashboard again, also after a failure: another admin may have done it. */
function useReload() {
  const queryClient = useQueryClient()
  return () => {
    for (const queryKey of [failedJobsKey, dashboardKey]) {
      void queryClient.invalidateQueries({ queryKey })
    }
  }
}
