import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { subscriptionsKey } from '../../../lib/query-keys.ts'

/** The subscriptions of a user: active ones first, in the order in which they are used. */
export const subscriptionsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...subscriptionsKey, userId],
    queryFn: async ({ signal }) => {
      // Loaded with the request, so that the first screen of the marketplace does not load the schemas of plans.
      const { getAllPlansOfUser } = await import('@raahi/contract/plans')
      return call(getAllPlansOfUser, { query: { userId } }, { signal })
    },
  })
