import { toWireStatus } from '@raahi/contract/lead-status'
import {
  changeLeads,
  createLead,
  deleteLead,
  type LeadBulkAction,
  type leadForm,
  updateLead,
} from '@raahi/contract/leads'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { dashboardKey, leadsKey } from '../../../lib/query-keys.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'

type LeadBody = z.input<typeof leadForm>

const changedKeys = [leadsKey, dashboardKey]

/** Creates a lead, or updates the lead with the given `id`. */
export function useSaveLead() {
  return useSingleMutation({
    mutationFn: ({ id, body }: { id: string | null; body: LeadBody }) =>
      id === null ? call(createLead, { body }) : call(updateLead, { params: { id }, body }),
    refreshes: changedKeys,
  })
}

/** Records a sale made outside the product. This is final. */
export function useMarkLeadSold() {
  return useSingleMutation({
    mutationFn: (id: string) => call(updateLead, { params: { id }, body: toWireStatus('sold') }),
    refreshes: changedKeys,
  })
}

/** Deletes a lead, which then disappears from every list. */
export function useDeleteLead() {
  return useSingleMutation({
    mutationFn: (id: string) => call(deleteLead, { params: { id } }),
    refreshes: changedKeys,
  })
}

/** Changes several leads at once. Those whose state forbids it are left as they are. */
export function useChangeLeads() {
  return useSingleMutation({
    mutationFn: ({ ids, action }: { ids: readonly string[]; action: LeadBulkAction }) =>
      call(changeLeads, { body: { ids: [...ids], action } }),
    refreshes: changedKeys,
  })
}
