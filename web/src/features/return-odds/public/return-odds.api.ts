import { getLeadOdds, getReturnOdds } from '@raahi/contract/return-odds'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** The odds of all groups and their back-test. */
export function useReturnOdds() {
  return useQuery({
    queryKey: ['return-odds', 'computed'],
    queryFn: ({ signal }) => call(getReturnOdds, {}, { signal }),
  })
}

/** The odds are computed once a day. */
const keptMs = 3_600_000
/** The purchase dialog waits at most this long for the odds, then opens without them. */
const maxWaitMs = 1000

/** The odds of a lead before it is bought. */
export const leadOddsQuery = (leadId: string) =>
  queryOptions({
    queryKey: ['return-odds', 'lead', leadId],
    queryFn: async ({ signal }) => {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)])
      const { odds } = await call(getLeadOdds, { params: { id: leadId } }, { signal: inTime })
      return odds
    },
    staleTime: keptMs,
    retry: false,
  })
