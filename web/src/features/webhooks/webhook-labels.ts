import type { WebhookEvent } from '@raahi/contract/webhook-events'
import {
  type AttemptError,
  type DeliveryState,
  maxCountedDeliveries,
  maxWaitingDeliveries,
  type Webhook,
  webhookLogDays,
} from '@raahi/contract/webhooks'
import { formatUnits } from '../../lib/ages.ts'
import { formatCount } from '../../lib/counts.ts'
import type { StatusTone } from '../../ui/status-badge.tsx'

/** The meaning of each event, for the person who chooses it. */
export const eventMeanings: Record<WebhookEvent, string> = {
  'lead.purchased': 'You bought a lead. With the traveller’s contact.',
  'lead.withdrawn': 'A traveller does not want to be contacted any more.',
  'replacement.decided': 'A replacement request was approved or rejected.',
  'wallet.low': 'Your wallet fell below the price of five leads.',
  'plan.ending': 'A plan ends within three days.',
  'quote.answered': 'A traveller likes your quote or asks about it.',
  'enquiry.received': 'A traveller sent an enquiry.',
  'lead.published': 'A lead is on sale.',
  'lead.sold': 'A lead was sold.',
  'payment.captured': 'An online payment arrived.',
  'replacement.requested': 'An agent asked for a replacement.',
  'user.registered': 'An agent got an account.',
}

export function describeState({ state, failingSince }: Webhook): {
  label: string
  tone: StatusTone
} {
  if (state === 'ended') return { label: 'Ended', tone: 'danger' }
  if (state === 'paused') return { label: 'Paused', tone: 'neutral' }
  return failingSince === null
    ? { label: 'Active', tone: 'success' }
    : { label: 'Failing', tone: 'notice' }
}

/** Why a webhook gets nothing at present. Undefined while it is active. */
export function describePause({ state, pausedBy }: Webhook): string | undefined {
  if (state === 'ended')
    return 'Your server answered with status 410, so we send no more events until you resume it.'
  if (pausedBy === 'owner')
    return `New events are kept for ${webhookLogDays} days and sent when you resume it.`
  if (pausedBy === 'failing')
    return `No event could be delivered for five days. New events are kept for ${webhookLogDays} days and sent when you resume it.`
  if (pausedBy === 'member')
    return `The member who added it was suspended or is a caller now. New events are kept for ${webhookLogDays} days. Check the address before you resume it.`
  if (pausedBy === 'full')
    return `${formatCount(maxWaitingDeliveries)} events wait. We keep no further events until you resume it.`
  return undefined
}

/** '3 events wait'; undefined without one. */
export function describeWaiting({ waiting }: Webhook): string | undefined {
  if (waiting === 0) return undefined
  if (waiting > maxCountedDeliveries)
    return `More than ${formatCount(maxCountedDeliveries)} events wait`
  return `${formatUnits(waiting, 'event')} ${waiting === 1 ? 'waits' : 'wait'}`
}

export const deliveryStateLabels: Record<DeliveryState, { label: string; tone: StatusTone }> = {
  waiting: { label: 'Waiting', tone: 'warning' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Given up', tone: 'danger' },
  dropped: { label: 'Not sent', tone: 'neutral' },
}

export const attemptErrorTexts: Record<AttemptError, string> = {
  'refused-address': 'Address refused: it is not on the public internet',
  unreachable: 'No connection',
  timeout: 'No answer within 15 seconds',
  'no-key': 'Could not be signed. Please tell us.',
}

/** The short name of an address. */
export const hostOf = (url: string): string => new URL(url).host
