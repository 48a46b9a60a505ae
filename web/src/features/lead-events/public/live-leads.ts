import type { Lead, LeadPage } from '@raahi/contract/leads'
import { useMemo } from 'react'
import { create } from 'zustand'
import type { LiveView, ShownLead } from './lead-overlay.ts'

/**
 * The view of the changed leads: a new object after each change, null until the first one. The code that fills it loads
 * after the screen.
 */
export const useLiveView = create<{ view: LiveView | null }>(() => ({ view: null }))

/** A page of leads with the changes since it was read, in the same order. The same object if no lead has changed. */
export function useLivePage(page: LeadPage | undefined): LeadPage | undefined {
  const view = useLiveView((state) => state.view)
  return useMemo(() => (page && view ? view.show(page) : page), [page, view])
}

/**
 * The current state of a lead of a page.
 * @param eventId the event id of that page
 */
export function useLiveLead<L extends Lead | undefined>(lead: L, eventId: string): L | ShownLead {
  const view = useLiveView((state) => state.view)
  return lead && view ? view.showLead(lead, eventId) : lead
}
