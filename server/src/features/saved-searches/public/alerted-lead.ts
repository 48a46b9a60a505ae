import { formatPaise } from '@raahi/contract/formats'
import { destinationOpen } from '@raahi/contract/lead-texts'
import type { AlertedLead } from './lead-alerts.queries.ts'

/** The path of the screen of saved searches. */
export const savedSearchesPath = '/dashboard/saved-searches'

/** The path that opens a lead in the marketplace. */
export function alertedLeadPath(leadId: string): string {
  return `/dashboard/my-leads?lead=${leadId}`
}

/**
 * 'Goa, from Pune, 12-12-2026, Senior Citizen, 2 adults and 1 child, ₹50'. Without contact and name of the traveller.
 */
export function describeAlertedLead(lead: AlertedLead): string {
  return [lead.destination ?? destinationOpen, describeTrip(lead)].join(', ')
}

/** 'from Pune, 12-12-2026, Senior Citizen, 2 adults and 1 child, ₹50' */
export function describeTrip(lead: AlertedLead): string {
  const { city, travel_date, travel_month, trip_type, adult, children } = lead
  const travellers = [
    adult > 0 && `${adult} ${adult === 1 ? 'adult' : 'adults'}`,
    children > 0 && `${children} ${children === 1 ? 'child' : 'children'}`,
  ]
  const parts = [
    city && `from ${city}`,
    travel_date ? travel_date.split('-').reverse().join('-') : travel_month,
    trip_type.replace('_', ' '),
    travellers.filter(Boolean).join(' and '),
    lead.price_paise !== null && formatPaise(lead.price_paise),
  ]
  return parts.filter(Boolean).join(', ')
}
