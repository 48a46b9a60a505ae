import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Key of what users have of plans. */
export const subscriptionsKey = ['subscriptions'] as const

/** What a user has of plans: active ones first, the one that is used first before the others. */
export const subscriptionsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...subscriptionsKey, userId],
    queryFn: async ({ signal }) => {
      // Loaded with the request: the first screen of the marketplace does without the schemas of plans.
      const { getAllPlansOfUser } = await import('@raahi/contract/plans')
      return call(getAllPlansOfUser, { query: { userId } }, { signal })
    },
    staleTime: 0,
  })
