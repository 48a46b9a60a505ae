import type { Lead } from '@raahi/contract/leads'
import type { User } from '@raahi/contract/users'
import { formatDate } from '../../lib/dates.ts'

/** The first WhatsApp message to the customer of a bought lead, which the agent can edit before sending. */
export function firstMessage(
  { name, destination, travelDate }: Pick<Lead, 'name' | 'destination' | 'travelDate'>,
  agent: Pick<User, 'name' | 'companyName'>,
): string {
  const sender = [agent.name, agent.companyName].filter(Boolean).join(' from ')
  const trip = [
    destination && ` to ${destination}`,
    travelDate && ` from ${formatDate(travelDate)}`,
  ]
    .filter(Boolean)
    .join('')
  return `Namaste ${name}, this is ${sender}. You asked for a quote for your trip${trip}. When is a good time to talk?`
}
