import { formatPaise } from '@raahi/contract/formats'
import { type MailDraft, type Recipient, userText } from '../../platform/mail/mail.ts'
import { leadLabel } from '../leads/lead-wire.ts'
import type { AlertedLead } from './lead-alerts.queries.ts'

const maxListedLeads = 20

interface Alert {
  leads: readonly [AlertedLead, ...AlertedLead[]]
  /** Names of the searches that they match. */
  searches: readonly string[]
  publicUrl: string
  unsubscribeUrl: string
}

/** New leads that match saved searches. It has no contact and no name of a traveller. */
export function alertMail(
  to: Recipient,
  { leads, searches, publicUrl, unsubscribeUrl }: Alert,
): MailDraft {
  const [first] = leads
  const count = leads.length
  const subject =
    count === 1
      ? 'A new lead matches your saved search'
      : `${count} new leads match your saved searches`
  const unlisted = count - maxListedLeads
  return {
    to,
    subject,
    heading: count === 1 ? 'A new lead for you' : `${count} new leads for you`,
    paragraphs: [
      'Each lead is sold once, to the agent who buys it first.',
      userText(`Matched by: ${searches.join(', ')}.`),
      ...(unlisted > 0 ? [`The newest ${maxListedLeads} are listed here.`] : []),
    ],
    facts: leads
      .slice(0, maxListedLeads)
      .map(
        (lead) =>
          [leadLabel(lead.number), userText(leadText(lead)), leadUrl(publicUrl, lead.id)] as const,
      ),
    action:
      count === 1
        ? { label: 'Open this lead', url: leadUrl(publicUrl, first.id) }
        : { label: 'Open your saved searches', url: `${publicUrl}/dashboard/saved-searches` },
    note: 'You are getting this email because you saved a search on Raahi with alerts by email.',
    unsubscribeUrl,
  }
}

/** The address that opens a lead in the marketplace. */
function leadUrl(publicUrl: string, leadId: string): string {
  return `${publicUrl}/dashboard/my-leads?lead=${leadId}`
}

/** 'Goa, from Pune, 12-12-2026, Senior Citizen, 2 adults and 1 child, ₹50' */
function leadText(lead: AlertedLead): string {
  const { destination, city, travel_date, travel_month, trip_type, adult, children } = lead
  const travellers = [
    adult > 0 && `${adult} ${adult === 1 ? 'adult' : 'adults'}`,
    children > 0 && `${children} ${children === 1 ? 'child' : 'children'}`,
  ]
  const parts = [
    destination ?? 'Destination not given',
    city && `from ${city}`,
    travel_date ? travel_date.split('-').reverse().join('-') : travel_month,
    trip_type.replace('_', ' '),
    travellers.filter(Boolean).join(' and '),
    lead.price_paise !== null && formatPaise(lead.price_paise),
  ]
  return parts.filter(Boolean).join(', ')
}
