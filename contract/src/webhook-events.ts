/** Events of an agent's own account. */
export const agentEvents = [
  'lead.purchased',
  'lead.withdrawn',
  'replacement.decided',
  'wallet.low',
  'plan.ending',
  'quote.answered',
] as const

/** Events of the marketplace, for admins. They never contain a traveller's contact. */
export const adminEvents = [
  'enquiry.received',
  'lead.published',
  'lead.sold',
  'payment.captured',
  'replacement.requested',
  'user.registered',
] as const

export type WebhookEvent = (typeof agentEvents)[number] | (typeof adminEvents)[number]

/** The event that only 'Send a test' causes. */
export const testEvent = 'webhook.test'

export const maxWebhookUrlLength = 1000
export const webhookUrlText = 'Enter an address that begins with https://, without a login in it.'

/** Whether an address is one of this machine, to which only a trial sends. */
export function isLoopbackUrl({ protocol, hostname }: URL): boolean {
  return /^https?:$/.test(protocol) && (hostname === '127.0.0.1' || hostname === 'localhost')
}

/** Whether a webhook may have this address, as far as the text tells. Only a trial accepts those of this machine. */
export function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || isLoopbackUrl(url)
}
