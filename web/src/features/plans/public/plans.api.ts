import {
  addUsersPlanByAdmin,
  createPlan,
  deletePlan,
  listPlans,
  type Plan,
  type planForm,
  updatePlan,
} from '@raahi/contract/plans'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { useMoneyMutation } from '../../../lib/use-money-mutation.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'
import { subscriptionsQuery } from './subscriptions.api.ts'

const plansKey = ['plans'] as const

/** The catalogue, cheapest first. */
export function usePlans({ enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey: plansKey,
    queryFn: ({ signal }) => call(listPlans, {}, { signal }),
    enabled,
  })
}

/** The subscriptions of a user, active ones first. */
export function useSubscriptions(userId: string) {
  return useQuery(subscriptionsQuery(userId))
}

interface Assignment {
  userId: string
  planId: string
  /** Rupees, as shown to the admin who collects the cash. */
  expectedPrice: number
}

/** Sells a plan to a user for cash. */
export function useAssignPlan({ onSettled }: { onSettled: () => void }) {
  return useMoneyMutation({
    mutationFn: (body: Assignment, idempotencyKey) =>
      call(addUsersPlanByAdmin, { body }, { idempotencyKey }),
    onSettled,
  })
}

interface PlanToWrite {
  /** The plan as the admin last saw it; null for a new one. */
  before: Plan | null
  /** `price` in rupees. */
  body: z.input<typeof planForm>
}

/** Adds a plan to the catalogue, or changes one. The server refuses if the plan differs from `before`. */
export function useWritePlan() {
  return useSingleMutation({
    mutationFn: ({ before, body }: PlanToWrite) => {
      if (!before) return call(createPlan, { body })
      const { _id: id, ...expected } = before
      return call(updatePlan, { params: { id }, body: { ...body, expected } })
    },
    refreshes: [plansKey],
  })
}

/** Removes a plan from the catalogue. */
export function useDeletePlan() {
  return useSingleMutation({
    mutationFn: (id: string) => call(deletePlan, { params: { id } }),
    refreshes: [plansKey],
  })
}
