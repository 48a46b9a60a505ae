import { countWaiting } from '@raahi/contract/enquiries'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { formatCount } from '../../lib/counts.ts'

/** Key of the figures of what waits: invalidating it reads them again. */
export const waitingKey = ['waiting'] as const

const everyMinute = 60_000

/** How many enquiries and contact messages wait for an admin; looked up each minute while the page is looked at. */
export function useWaiting() {
  return useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => call(countWaiting, {}, { signal }),
    staleTime: everyMinute / 2,
    refetchInterval: everyMinute,
    refetchOnWindowFocus: true,
  })
}

/** Label of the tab for suspected spam: only the tab shows how many of these wait. */
export function suspectedTab(count: number): string {
  return count > 0 ? `Suspected spam (${formatCount(count)})` : 'Suspected spam'
}
