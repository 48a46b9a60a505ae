import type { Plan } from '@raahi/contract/plans'
import { useState } from 'react'
import { isRefusal } from '../../../lib/api-error.ts'
import { usePlans, useWritePlan } from '../public/plans.api.ts'
import { planChanges } from './plan-changes.ts'
import { type PlanFormValues, planFormBody } from './plan-form-values.ts'

/**
 * Saves the plan form. If another admin has changed the plan since it was loaded, the first save is refused and the
 * changes are shown. Saving again overwrites them.
 * @param plan the plan as it was loaded into the form; null for a new one
 */
export function useSavePlan(plan: Plan | null, opened: boolean) {
  const write = useWritePlan()
  const { data } = usePlans({ enabled: opened && plan !== null })
  const present = data?.find(({ _id }) => _id === plan?._id)
  /** The plan as the admin last saw it. */
  const [seen, setSeen] = useState(plan)
  const wasRefused = isRefusal(write.error, 'PLAN_CHANGED')
  return {
    ...write,
    changedMeanwhile: wasRefused && seen && present ? planChanges(seen, present) : [],
    mutate(values: PlanFormValues, callbacks: Parameters<typeof write.mutate>[1]): void {
      const before = wasRefused && present ? present : seen
      setSeen(before)
      write.mutate({ before, body: planFormBody(values) }, callbacks)
    },
    /** Starts again with the plan that is loaded into the form. */
    reset(): void {
      setSeen(plan)
      write.reset()
    },
  }
}
