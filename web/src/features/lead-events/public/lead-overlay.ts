import type { LeadEvent } from '@raahi/contract/lead-events'
import { statusOf, toWireStatus } from '@raahi/contract/lead-status'
import type { Lead, LeadPage } from '@raahi/contract/leads'
import type { LeadFilters } from '../../lead-facts/public/lead-filters.ts'
import { includesAll, isSameRun } from '../event-position.ts'
import { matchesFilters } from '../matches-filters.ts'

/** A lead that an admin has deleted while it was on the screen. */
export type ShownLead = Lead & { isWithdrawn?: true }

/** All known changes since an event id, as plain data that tabs can send to each other. */
export interface Overlay {
  /** The changes after this event id and up to `until` are known. */
  since: string
  until: string
  /** Changed leads by id, with their current state and the event id at which it was read. `lead` is null if deleted. */
  leads: ReadonlyMap<string, { lead: Lead | null; at: string; isNew: boolean }>
  prices: { ofType: NonNullable<LeadEvent['prices']>; at: string } | null
}

/** The functions with which screens read an overlay. */
export interface LiveView {
  show(page: LeadPage): LeadPage
  /** The number of leads that match the filters and were put on sale after the page was read. */
  countNew(page: LeadPage, filters: LeadFilters): number
  /** The current state of a lead of a page; the same object if it has not changed. */
  showLead(lead: Lead, eventId: string): ShownLead
}

/** With more changed leads than this, the overlay is discarded and the lists are refetched. */
const maxChangedLeads = 2_000

export function startOverlay(id: string): Overlay {
  return { since: id, until: id, leads: new Map(), prices: null }
}

/** Adds an event. Starts a new overlay if the event requires it, or if too many leads have changed. */
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

/** Creates the view of an overlay. It does not change pages of another run of the database. */
export function createLiveView(overlay: Overlay): LiveView {
  const isComparable = (eventId: string) => isSameRun(eventId, overlay.until)
  const showLead = (lead: Lead, eventId: string): ShownLead => {
    if (!isComparable(eventId)) return lead
    const change = overlay.leads.get(lead._id)
    const isChanged = change !== undefined && !includesAll(eventId, change.at)
    if (isChanged && change.lead === null)
      return { ...lead, ...toWireStatus('sold'), isWithdrawn: true }
    const present = isChanged && change.lead ? withOwnFields(change.lead, lead) : lead
    const { prices } = overlay
    if (!prices || statusOf(present) !== 'buy' || includesAll(eventId, prices.at)) return present
    const price = priceOf(present, prices.ofType)
    return price.cost === present.cost && price.fullCost === present.fullCost
      ? present
      : { ...present, ...price }
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
        if (statusOf(lead) === 'buy' && !lead.expired && matchesFilters(lead, filters)) count += 1
      }
      return count
    },
  }
}

/** The price of an unsold lead, and the price without the step for its age if that is higher. */
function priceOf(
  { leadType, createdAt }: Lead,
  { aged, ...ofType }: NonNullable<LeadEvent['prices']>,
): Pick<Lead, 'cost' | 'fullCost'> {
  const full = ofType[leadType]
  const cost =
    aged.find((step) => step.leadType === leadType && createdAt < step.createdBefore)?.cost ?? full
  return { cost, fullCost: cost === full ? null : full }
}

/** Keeps the contact and the replacement status that the page has, because events do not include them. */
function withOwnFields(changed: Lead, { phone, email, replacementStatus }: Lead): Lead {
  return { ...changed, phone, email, replacementStatus }
}
