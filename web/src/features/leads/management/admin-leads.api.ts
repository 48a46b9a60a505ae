import { createLead, deleteLead, type leadForm, updateLead } from '@raahi/contract/leads'
import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/api.ts'
import { useSingleMutation } from '../../../lib/use-single-mutation.ts'
import { dashboardKey } from '../../dashboard/dashboard.api.ts'
import { leadsKey } from '../leads.api.ts'

type LeadBody = z.input<typeof leadForm>

/** Puts a lead on sale, or saves an edited one where `id` is given. */
export function useSaveLead() {
  const refresh = useRefreshLeads()
  return useSingleMutation({
    mutationFn: ({ id, body }: { id: string | null; body: LeadBody }) =>
      id === null ? call(createLead, { body }) : call(updateLead, { params: { id }, body }),
    onSettled: refresh,
  })
}

/** Records a sale made outside the product. Final. */
export function useMarkLeadSold() {
  const refresh = useRefreshLeads()
  return useSingleMutation({
    mutationFn: (id: string) => call(updateLead, { params: { id }, body: { satatus: 'sold' } }),
    onSettled: refresh,
  })
}

/** Takes a lead off every list. */
export function useDeleteLead() {
  const refresh = useRefreshLeads()
  return useSingleMutation({
    mutationFn: (id: string) => call(deleteLead, { params: { id } }),
    onSettled: refresh,
  })
}

/**
 * Loads the lists and the dashboard's figures again, after a failure too: a refusal often means that
 * another admin was faster.
 */
function useRefreshLeads() {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: leadsKey })
    void queryClient.invalidateQueries({ queryKey: dashboardKey })
  }
}
