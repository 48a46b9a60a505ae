import { type LeadStatus, statusOf, type WireStatus } from '@raahi/contract/lead-status'
import type { KnownLead, Lead, LeadType, TripType, VerifiedContacts } from '@raahi/contract/leads'

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

/** A lead's status as screens show it. An unsold lead is available until it expires, except under review. */
export type ShownLeadStatus = LeadStatus | 'expired' | 'under-review'

/** What decides the shown status. */
type StatusFacts = WireStatus & Pick<Lead, 'expired' | 'underReview'>

export const shownLeadStatuses = [
  'buy',
  'sold',
  'expired',
] as const satisfies readonly ShownLeadStatus[]

export const leadStatusLabels: Record<ShownLeadStatus, string> = {
  buy: 'Available',
  sold: 'Sold',
  expired: 'Expired',
  'under-review': 'Under review',
}

/** The label of a lead's status. `isWithdrawn`: an admin has deleted the lead while it was on the screen. */
export function formatLeadStatus(lead: StatusFacts & { isWithdrawn?: boolean }): string {
  return lead.isWithdrawn ? 'Withdrawn' : leadStatusLabels[shownLeadStatus(lead)]
}

export function shownLeadStatus(lead: StatusFacts): ShownLeadStatus {
  if (lead.underReview) return 'under-review'
  return lead.expired ? 'expired' : statusOf(lead)
}

export const matchLabels: Record<KnownLead['matched'], string> = {
  phone: 'phone',
  email: 'email',
  'phone-and-email': 'phone and email',
}

/** 'for sale: Asha Rao, Goa (same phone)' */
export function formatKnownLead({ status, name, destination, matched }: KnownLead): string {
  const trip = [name, destination].filter(Boolean).join(', ')
  return `${status === 'sold' ? 'sold' : 'for sale'}: ${trip} (same ${matchLabels[matched]})`
}
