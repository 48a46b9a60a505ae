import { addUsersPlanByAdmin, getAllPlansOfUser, listPlans } from '@raahi/contract/plans'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useSingleMutation } from '../../lib/use-single-mutation.ts'

const plansKey = ['plans'] as const

/** Key of what users have of plans. */
const subscriptionsKey = ['subscriptions'] as const

/** The catalogue, cheapest first. */
export function usePlans({ enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: plansKey,
    queryFn: ({ signal }) => call(listPlans, {}, { signal }),
    staleTime: 0,
    enabled,
  })
}

/** What a user has of plans, active ones first. */
export function useSubscriptions(userId: string) {
  return useQuery({
    queryKey: [...subscriptionsKey, userId],
    queryFn: ({ signal }) => call(getAllPlansOfUser, { query: { userId } }, { signal }),
    staleTime: 0,
  })
}

interface AssignIntent {
  userId: string
  planId: string
  /** Rupees, as shown to the admin who has taken them in. */
  expectedPrice: number
  idempotencyKey: string
}

/** Sells a plan to a user for cash. */
export function useAssignPlan({ onSettled }: { onSettled: () => void }) {
  return useSingleMutation({
    mutationFn: ({ idempotencyKey, ...body }: AssignIntent) =>
      call(addUsersPlanByAdmin, { body }, { idempotencyKey }),
    onSettled,
  })
}
