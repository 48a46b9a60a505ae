import { maxWaitingDeliveries } from '@raahi/contract/webhooks'
import { type MailDraft, type Recipient, userText } from '../../platform/mail/mail.ts'

/** Why the product stopped sending to a webhook. */
export type StopReason = 'failing' | 'member' | 'full' | 'ended'

const reasons: Record<StopReason, string> = {
  failing:
    'We could not deliver an event to this webhook for five days, so we paused it. New events are kept for 30 days and sent when you resume it.',
  member:
    'The member who added this webhook was suspended or is a caller now, so we paused it. New events are kept for 30 days. Check the address before you resume it.',
  full: `More than ${maxWaitingDeliveries.toLocaleString('en-IN')} events wait for this webhook, so we paused it and keep no further events for it. Resume it to send those that wait.`,
  ended:
    'This webhook answered with status 410, which means that it wants no more events. We send none until you resume it.',
}

/** Notifies the owner of a webhook that it gets no more events. */
export function webhookStoppedMail(
  to: Recipient,
  { url, reason }: { url: string; reason: StopReason },
  publicUrl: string,
): MailDraft {
  const stopped = reason === 'ended' ? 'ended' : 'paused'
  return {
    to,
    subject: `A webhook is ${stopped}`,
    heading: `A webhook is ${stopped}`,
    paragraphs: [reasons[reason]],
    // The path of an address may be a secret.
    facts: [['Server', userText(new URL(url).host)]],
    action: { label: 'See webhooks', url: `${publicUrl}/dashboard/webhooks` },
  }
}
