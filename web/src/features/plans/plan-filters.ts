import { type Plan, planTypes } from '@raahi/contract/plans'
import type { FilterFields, FiltersOf } from '../../lib/list-filters.ts'

/** Plans per page. */
export const plansPerPage = 10

/** The filters of the plans on sale. */
export const offerFilters = {
  planType: { kind: 'choice', values: planTypes },
} as const satisfies FilterFields

/** The filters of the plans for an admin, and the layout on screens that are wide enough for a table. */
export const planFilters = {
  ...offerFilters,
  view: { kind: 'choice', values: ['table', 'cards'], default: 'table' },
} as const satisfies FilterFields

/** The plans of one page, and the page number. A number beyond the last page gives the last page. */
export function pageOfPlans(
  plans: readonly Plan[],
  { planType, page: wanted }: FiltersOf<typeof offerFilters>,
) {
  const fitting = planType ? plans.filter((plan) => plan.planType === planType) : plans
  const page = Math.min(wanted, Math.max(1, Math.ceil(fitting.length / plansPerPage)))
  return { fitting, shown: fitting.slice((page - 1) * plansPerPage, page * plansPerPage), page }
}
