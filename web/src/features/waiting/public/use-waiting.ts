import { countWaiting } from '@raahi/contract/enquiries'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/counts.ts'
import { waitingKey } from '../../../lib/query-keys.ts'

const everyMinute = 60_000

/**
 * The number of enquiries and contact messages that wait for an admin. Refetched each minute while the page is
 * visible.
 */
export function useWaiting() {
  return useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => call(countWaiting, {}, { signal }),
    staleTime: everyMinute / 2,
    refetchInterval: everyMinute,
    refetchOnWindowFocus: true,
  })
}

/** Label of the tab for suspected spam, with their number. The menu does not count them. */
export function suspectedTab(count: number): string {
  return count > 0 ? `Suspected spam (${formatCount(count)})` : 'Suspected spam'
}
