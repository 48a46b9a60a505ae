import type { LeadStatus, LeadType, TripType } from '@raahi/contract/leads'

/** How the wire's words are written on the screen. */
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

export const leadStatusLabels: Record<LeadStatus, string> = { buy: 'Available', sold: 'Sold' }
