import { formatPaise } from '@raahi/contract/formats'
import type { PayWay } from '@raahi/contract/purchases'
import { formatTime } from '../../../platform/mail/format-time.ts'
import type { MailDraft, Recipient } from '../../../platform/mail/mail.ts'
import { leadLabel } from '../../leads/public/lead-response.ts'

/** The fields of a purchase in its confirmation. */
export interface ConfirmedPurchase {
  lead_number: number
  /** The amount that the wallet paid; 0 if a plan paid. */
  cost_paise: number
  paid_with: PayWay
  plan_name: string | null
  bought_at: Date
}

/**
 * The confirmation of a purchase. It contains no name or contact of a traveller, because agents pay for contacts.
 */
export function purchaseConfirmationMail(
  to: Recipient,
  purchase: ConfirmedPurchase,
  publicUrl: string,
): MailDraft {
  const { lead_number, paid_with, cost_paise, plan_name, bought_at } = purchase
  const lead = leadLabel(lead_number)
  return {
    to,
    subject: `You bought lead ${lead}`,
    heading: `Lead ${lead} is yours`,
    paragraphs: [
      'You have bought this lead, and it is sold to no one else. The traveller’s phone number is waiting in your account: call soon, while the trip is fresh in mind.',
    ],
    facts: [
      ['Lead', lead],
      ['Price', paid_with === 'plan' ? '1 lead of your plan' : formatPaise(cost_paise)],
      ['Paid with', paid_with === 'plan' ? `${plan_name} plan` : 'Wallet'],
      ['Bought on', formatTime(bought_at)],
    ],
    action: {
      label: `Open lead ${lead}`,
      url: `${publicUrl}/dashboard/purchased-leads?lead=${lead}`,
    },
  }
}
