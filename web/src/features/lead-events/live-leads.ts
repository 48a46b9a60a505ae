import type { Lead, LeadPage } from '@raahi/contract/leads'
import { useMemo } from 'react'
import { create } from 'zustand'
import type { LiveView, ShownLead } from './lead-overlay.ts'

/** What is known of changed leads: another object after each change; null until the first. The rest loads after the screen. */
export const useLiveView = create<{ view: LiveView | null }>(() => ({ view: null }))

/** A page of leads with the changes since it was read, in its order. The same object if nothing on it has changed. */
export function useLivePage(page: LeadPage | undefined): LeadPage | undefined {
  const view = useLiveView((state) => state.view)
  return useMemo(() => (page && view ? view.show(page) : page), [page, view])
}

/**
 * The present state of a lead that a page has shown.
 * @param readAt the event id of that page
 */
export function useLiveLead<L extends Lead | undefined>(lead: L, readAt: string): L | ShownLead {
  const view = useLiveView((state) => state.view)
  return lead && view ? view.showLead(lead, readAt) : lead
}
