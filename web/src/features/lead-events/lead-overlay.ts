import type { LeadEvent } from '@raahi/contract/lead-events'
import type { Lead, LeadPage } from '@raahi/contract/leads'
import type { LeadFilters } from '../leads/lead-filters.ts'
import { includesAll, isSameRun } from './event-position.ts'
import { matchesFilters } from './matches-filters.ts'

/** A lead that an admin has deleted while it was on the screen. */
export type ShownLead = Lead & { isWithdrawn?: true }

/** All that is known of changes since an event id, as data, so that tabs can send it to each other. */
export interface Overlay {
  /** Changes after this event id are known, up to `until`. */
  since: string
  until: string
  /** Changed leads by id: the present state and the event id at which it was read. Null: deleted. */
  leads: ReadonlyMap<string, { lead: Lead | null; at: string; isNew: boolean }>
  prices: { ofType: NonNullable<LeadEvent['prices']>; at: string } | null
}

/** What screens read of an overlay. */
export interface LiveView {
  show(page: LeadPage): LeadPage
  /** How many leads have been put on sale after a page was read and match its filters. */
  countNew(page: LeadPage, filters: LeadFilters): number
  /** The present state of a lead that a page has shown; the same object if it has not changed. */
  showLead(lead: Lead, readAt: string): ShownLead
}

/** With more changed leads than this the lists are read again. */
const maxChangedLeads = 2_000

export function startOverlay(id: string): Overlay {
  return { since: id, until: id, leads: new Map(), prices: null }
}

/** Adds an event. A new overlay begins if the event says so, or if too much has changed. */
export function addEvent(overlay: Overlay, event: LeadEvent, id: string): Overlay {
  if (event.readAgain) return startOverlay(id)
  const { leads: changed = [], newLeadIds = [], removedLeadIds = [], prices } = event
  if (overlay.leads.size + changed.length > maxChangedLeads) return startOverlay(id)
  if (changed.length === 0 && removedLeadIds.length === 0 && !prices)
    return { ...overlay, until: id }
  const leads = new Map(overlay.leads)
  const added = new Set(newLeadIds)
  for (const lead of changed) {
    const isNew = added.has(lead._id) || (leads.get(lead._id)?.isNew ?? false)
    leads.set(lead._id, { lead, at: id, isNew })
  }
  for (const leadId of removedLeadIds) leads.set(leadId, { lead: null, at: id, isNew: false })
  return {
    ...overlay,
    until: id,
    leads,
    prices: prices ? { ofType: prices, at: id } : overlay.prices,
  }
}

/** Whether an overlay knows all changes since a page was read. */
export function covers(overlay: Overlay, page: Pick<LeadPage, 'eventId'>): boolean {
  return includesAll(page.eventId, overlay.since)
}

/** A page of another run of the database stays as it was read until the next event. */
export function viewOf(overlay: Overlay): LiveView {
  const isComparable = (readAt: string) => isSameRun(readAt, overlay.until)
  const showLead = (lead: Lead, readAt: string): ShownLead => {
    if (!isComparable(readAt)) return lead
    const change = overlay.leads.get(lead._id)
    const isChanged = change !== undefined && !includesAll(readAt, change.at)
    if (isChanged && change.lead === null) return { ...lead, satatus: 'sold', isWithdrawn: true }
    const present = isChanged && change.lead ? withOwn(change.lead, lead) : lead
    const { prices } = overlay
    if (!prices || present.satatus !== 'buy' || includesAll(readAt, prices.at)) return present
    const cost = prices.ofType[present.leadType]
    return cost === present.cost ? present : { ...present, cost }
  }
  return {
    showLead,
    show(page) {
      let isChanged = false
      const leads = page.leads.map((lead) => {
        const present = showLead(lead, page.eventId)
        if (present !== lead) isChanged = true
        return present
      })
      return isChanged ? { ...page, leads } : page
    },
    countNew(page, filters) {
      if (!isComparable(page.eventId)) return 0
      let count = 0
      for (const { lead, at, isNew } of overlay.leads.values()) {
        if (!isNew || lead === null || includesAll(page.eventId, at)) continue
        if (lead.satatus === 'buy' && !lead.expired && matchesFilters(lead, filters)) count += 1
      }
      return count
    },
  }
}

/** Events have no contacts. The buyer keeps those that the page has. */
function withOwn(changed: Lead, { phone, email, replacementStatus }: Lead): Lead {
  return { ...changed, phone, email, replacementStatus }
}
