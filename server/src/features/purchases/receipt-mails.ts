import { formatPaise } from '@raahi/contract/formats'
import type { PayWay } from '@raahi/contract/purchases'
import { formatTime } from '../../platform/mail/format-time.ts'
import type { MailDraft, Recipient } from '../../platform/mail/mail.ts'
import { leadLabel } from '../leads/lead-wire.ts'

/** The fields of a purchase in its receipt. */
export interface ReceiptPurchase {
  lead_number: number
  /** The amount that the wallet paid; 0 if a plan paid. */
  cost_paise: number
  paid_with: PayWay
  plan_name: string | null
  bought_at: Date
}

/**
 * The receipt of one purchase, or of several purchases by one agent that were found in the same run. It contains no
 * name or contact of a traveller, because agents pay for contacts.
 */
export function receiptMail(
  to: Recipient,
  purchases: readonly [ReceiptPurchase, ...ReceiptPurchase[]],
  publicUrl: string,
): MailDraft {
  const [first, ...more] = purchases
  const list = `${publicUrl}/dashboard/purchased-leads`
  if (more.length > 0) {
    return {
      to,
      subject: `Receipt for ${purchases.length} leads`,
      heading: `You have bought ${purchases.length} leads`,
      paragraphs: ['They are yours alone. Their phone numbers are waiting in your account.'],
      facts: [
        ...purchases.map((one) => [leadLabel(one.lead_number), paidText(one)] as const),
        ['Bought on', formatTime(first.bought_at)],
      ],
      action: { label: 'Open your leads', url: list },
    }
  }
  const lead = leadLabel(first.lead_number)
  return {
    to,
    subject: `Receipt for lead ${lead}`,
    heading: `Lead ${lead} is yours`,
    paragraphs: [
      'You have bought this lead, and it is sold to no one else. The traveller’s phone number is waiting in your account: call soon, while the trip is fresh in mind.',
    ],
    facts: [
      ['Lead', lead],
      ['Price', first.paid_with === 'plan' ? '1 lead of your plan' : formatPaise(first.cost_paise)],
      ['Paid with', first.paid_with === 'plan' ? `${first.plan_name} plan` : 'Wallet'],
      ['Bought on', formatTime(first.bought_at)],
    ],
    action: { label: `Open lead ${lead}`, url: `${list}?lead=${lead}` },
  }
}

function paidText({ paid_with, plan_name, cost_paise }: ReceiptPurchase): string {
  return paid_with === 'plan'
    ? `1 lead from the ${plan_name} plan`
    : `${formatPaise(cost_paise)} from your wallet`
}
