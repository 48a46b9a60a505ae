import {
  alertedLeadPath,
  describeTrip,
  savedSearchesPath,
} from '../saved-searches/public/alerted-lead.ts'
import type { AlertedLead } from '../saved-searches/public/lead-alerts.queries.ts'

/** The notification that the service worker shows (web/public/push-worker.js). */
export interface AlertNotification {
  title: string
  body: string
  /** The path that a click opens. */
  path: string
}

/** The maximum number of leads that a notification counts. */
export const maxCountedLeads = 50
const maxTitleLength = 80
const maxBodyLength = 200
const maxNamedPlaces = 3

/** The notification about new leads that match saved searches. It has no contact or name of a traveller. */
export function leadNotification(
  leads: readonly [AlertedLead, ...AlertedLead[]],
): AlertNotification {
  const [first] = leads
  if (leads.length === 1) {
    return {
      title: shorten(`New lead: ${first.destination ?? 'destination not given'}`, maxTitleLength),
      body: shorten(startWithCapital(describeTrip(first)), maxBodyLength),
      path: alertedLeadPath(first.id),
    }
  }
  const places = [...new Set(leads.flatMap(({ destination }) => destination ?? []))]
  const named = places.slice(0, maxNamedPlaces).join(', ')
  const more = places.length - maxNamedPlaces
  return {
    title: `${leads.length}${leads.length < maxCountedLeads ? '' : '+'} new leads for you`,
    body: shorten(more > 0 ? `${named} and ${more} more` : named, maxBodyLength),
    path: savedSearchesPath,
  }
}

export const testNotification: AlertNotification = {
  title: 'Alerts work here',
  body: 'New leads that match your saved searches will look like this.',
  path: savedSearchesPath,
}

const startWithCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function shorten(text: string, maxLength: number): string {
  const characters = [...text]
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`
}
