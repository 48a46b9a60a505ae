import { createLead, deleteLead, type leadForm, updateLead } from '@raahi/contract/leads'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'
import { dashboardKey } from '../../dashboard/dashboard.api.ts'
import { leadsKey } from '../leads.api.ts'

type LeadBody = z.input<typeof leadForm>

const changedKeys = [leadsKey, dashboardKey]

/** Puts a lead on sale, or saves an edited one where `id` is given. */
export function useSaveLead() {
  return useSingleMutation({
    mutationFn: ({ id, body }: { id: string | null; body: LeadBody }) =>
      id === null ? call(createLead, { body }) : call(updateLead, { params: { id }, body }),
    refreshes: changedKeys,
  })
}

/** Records a sale made outside the product. Final. */
export function useMarkLeadSold() {
  return useSingleMutation({
    mutationFn: (id: string) => call(updateLead, { params: { id }, body: { satatus: 'sold' } }),
    refreshes: changedKeys,
  })
}

/** Takes a lead off every list. */
export function useDeleteLead() {
  return useSingleMutation({
    mutationFn: (id: string) => call(deleteLead, { params: { id } }),
    refreshes: changedKeys,
  })
}
