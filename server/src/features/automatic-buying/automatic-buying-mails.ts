import { pauseAutomaticBuyingPath } from '@raahi/contract/automatic-buying'
import { formatPaise } from '@raahi/contract/formats'
import { formatTime } from '../../platform/mail/format-time.ts'
import { type MailDraft, type Recipient, userText } from '../../platform/mail/mail.ts'
import { leadLabel } from '../leads/lead-wire.ts'
import type { ReceiptPurchase } from '../purchases/receipt-mails.ts'
import type { BoughtForRule } from './automatic-purchases.queries.ts'

/** The receipt of an automatic purchase. It names no traveller and holds no contact. */
export function automaticPurchaseMail(
  to: Recipient,
  bought: ReceiptPurchase & BoughtForRule,
  publicUrl: string,
): MailDraft {
  const lead = leadLabel(bought.lead_number)
  const isPlan = bought.paid_with === 'plan'
  return {
    to,
    subject: `Lead ${lead} was bought for you automatically`,
    heading: `Lead ${lead} is yours`,
    paragraphs: [
      'Automatic buying bought this lead for you. The traveller’s phone number is waiting in your account: call soon, while the trip is fresh in mind.',
      'If the lead is bad, report the problem from your purchased leads, as with any other lead.',
    ],
    facts: [
      [`Open lead ${lead}`, formatTime(bought.bought_at), leadUrl(publicUrl, lead)],
      ...(bought.search_name ? [['Saved search', userText(bought.search_name)] as const] : []),
      ['Price', isPlan ? '1 lead of your plan' : formatPaise(bought.cost_paise)],
      ['Paid with', isPlan ? `${bought.plan_name} plan` : 'Wallet'],
      ['Leads today', `${bought.day_leads} of ${bought.daily_leads}`],
      ['Spent today', `${formatPaise(bought.day_paise)} of ${formatPaise(bought.daily_paise)}`],
      ['Left in your wallet', formatPaise(bought.wallet_paise)],
    ],
    action: {
      label: 'Pause automatic buying',
      url: `${publicUrl}${pauseAutomaticBuyingPath}?key=${bought.pause_key}`,
    },
    note: 'You are getting this email because automatic buying is on for a saved search of yours on Raahi.',
  }
}

function leadUrl(publicUrl: string, lead: string): string {
  return `${publicUrl}/dashboard/purchased-leads?lead=${lead}`
}
