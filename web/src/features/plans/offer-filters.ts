import { type Plan, type PlanType, planTypes } from '@raahi/contract/plans'

/** Plans on one page. */
export const offersPageSize = 10

export interface OfferFilters {
  /** undefined: all. */
  planType: PlanType | undefined
  /** From 1. */
  page: number
}

/** The filters as the address has them; what is no value is dropped. */
export function readOfferFilters(params: URLSearchParams): OfferFilters {
  const planType = planTypes.find((type) => type === params.get('planType'))
  const page = Number(params.get('page'))
  return { planType, page: Number.isSafeInteger(page) && page > 1 ? page : 1 }
}

/** The filters as the address is to have them. */
export function writeOfferFilters({ planType, page }: OfferFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (planType) params.set('planType', planType)
  if (page > 1) params.set('page', String(page))
  return params
}

/** The plans of one page, and how many pages there are; a page beyond the last is the last. */
export function pageOfOffers(plans: readonly Plan[], { planType, page: wanted }: OfferFilters) {
  const fitting = planType ? plans.filter((plan) => plan.planType === planType) : plans
  const pages = Math.max(1, Math.ceil(fitting.length / offersPageSize))
  const page = Math.min(wanted, pages)
  const first = (page - 1) * offersPageSize
  return { fitting, shown: fitting.slice(first, first + offersPageSize), page, pages }
}
