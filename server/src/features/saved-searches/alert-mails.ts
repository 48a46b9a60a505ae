import { type MailDraft, type Recipient, userText } from '../../platform/mail/mail.ts'
import { leadLabel } from '../leads/public/lead-response.ts'
import { alertedLeadPath, describeAlertedLead, savedSearchesPath } from './public/alerted-lead.ts'
import type { AlertedLead } from './public/lead-alerts.queries.ts'

const maxListedLeads = 20

interface Alert {
  leads: readonly [AlertedLead, ...AlertedLead[]]
  /** The names of the searches that the leads match. */
  searches: readonly string[]
  publicUrl: string
  unsubscribeUrl: string
}

/** The mail about new leads that match saved searches. It has no contact or name of a traveller. */
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
          [
            leadLabel(lead.number),
            userText(describeAlertedLead(lead)),
            publicUrl + alertedLeadPath(lead.id),
          ] as const,
      ),
    action:
      count === 1
        ? { label: 'Open this lead', url: publicUrl + alertedLeadPath(first.id) }
        : { label: 'Open your saved searches', url: publicUrl + savedSearchesPath },
    note: 'You are getting this email because you saved a search on Raahi with alerts by email.',
    unsubscribeUrl,
  }
}
