import type { Lead, LeadStatus, LeadType, TripType, VerifiedContacts } from '@raahi/contract/leads'

/** The labels of the values of the API. */
export const leadTypeLabels: Record<LeadType, string> = {
  domestic: 'Domestic',
  international: 'International',
}

export const tripTypeLabels: Record<TripType, string> = {
  Business: 'Business',
  Family: 'Family',
  Friends: 'Friends',
  Couples: 'Couples',
  Senior_Citizen: 'Senior Citizen',
  Others: 'Others',
  Group: 'Group',
}

export const verifiedLabels: Record<VerifiedContacts, string> = {
  phone: 'Phone verified',
  email: 'Email verified',
  both: 'Phone and email verified',
}

/** Shown if the filters leave no lead. */
export const noLeadsMatch = 'No leads match the current filters.'

/** A lead's status as screens show it. An unsold lead is available until it expires. */
export type ShownLeadStatus = LeadStatus | 'expired'

export const shownLeadStatuses = [
  'buy',
  'sold',
  'expired',
] as const satisfies readonly ShownLeadStatus[]

export const leadStatusLabels: Record<ShownLeadStatus, string> = {
  buy: 'Available',
  sold: 'Sold',
  expired: 'Expired',
}

/** The label of a lead's status. `isWithdrawn`: an admin has deleted the lead while it was on the screen. */
export function formatLeadStatus(
  lead: Pick<Lead, 'satatus' | 'expired'> & { isWithdrawn?: boolean },
): string {
  return lead.isWithdrawn ? 'Withdrawn' : leadStatusLabels[shownLeadStatus(lead)]
}

export function shownLeadStatus(lead: Pick<Lead, 'satatus' | 'expired'>): ShownLeadStatus {
  return lead.expired ? 'expired' : lead.satatus
}
