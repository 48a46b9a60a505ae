import {
  deleteLeadCost,
  type LeadCost,
  type LeadCostType,
  leadCostTypes,
  listLeadCosts,
  previewLeadCost,
  setLeadCost,
  updateLeadCost,
} from '@raahi/contract/lead-costs'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { leadsKey } from '../../../lib/query-keys.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'

const leadCostsKey = ['lead-costs'] as const

/** The current prices. */
export function useLeadCosts({ enabled = true } = {}) {
  return useQuery({
    queryKey: leadCostsKey,
    queryFn: ({ signal }) => call(listLeadCosts, {}, { signal }),
    select: sortCosts,
    enabled,
    staleTime: 10_000,
  })
}

/** Sorts the prices in the order of the screen. */
function sortCosts(costs: readonly LeadCost[]): LeadCost[] {
  return costs.toSorted((a, b) => leadCostTypes.indexOf(a.type) - leadCostTypes.indexOf(b.type))
}

/** What a price of a type would change. `price` in rupees; null: none, so nothing is requested. */
export function useLeadCostPreview(type: LeadCostType, price: number | null) {
  const query = { type, price: String(price) }
  return useQuery({
    queryKey: [...leadCostsKey, 'preview', query],
    queryFn: ({ signal }) => call(previewLeadCost, { query }, { signal }),
    enabled: price !== null,
    staleTime: 10_000,
  })
}

/** A lead's cost is the current price of its type, so a change refreshes both. */
const changedKeys = [leadCostsKey, leadsKey]

/** Sets the price of a type, new or existing. `price` in rupees. */
export function useSetLeadCost() {
  return useSingleMutation({
    mutationFn: (body: { type: LeadCostType; price: number }) => call(setLeadCost, { body }),
    refreshes: changedKeys,
  })
}

/** Changes a price. `price` in rupees. */
export function useUpdateLeadCost() {
  return useSingleMutation({
    mutationFn: ({ id, price }: { id: string; price: number }) =>
      call(updateLeadCost, { params: { id }, body: { price } }),
    refreshes: changedKeys,
  })
}

/** Deletes a price. */
export function useDeleteLeadCost() {
  return useSingleMutation({
    mutationFn: (id: string) => call(deleteLeadCost, { params: { id } }),
    refreshes: changedKeys,
  })
}
