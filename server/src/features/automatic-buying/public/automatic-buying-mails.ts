import {
  type AutomaticBuyingRule,
  pauseAutomaticBuyingPath,
} from '@raahi/contract/automatic-buying'
import { formatDay, formatPaise, formatRupees } from '@raahi/contract/formats'
import { formatTime } from '../../../platform/mail/format-time.ts'
import { type MailDraft, type Recipient, userText } from '../../../platform/mail/mail.ts'
import { leadLabel } from '../../leads/public/lead-response.ts'
import type { ConfirmedPurchase } from '../../purchases/public/purchase-mails.ts'
import type { BoughtForRule } from './automatic-purchases.queries.ts'

/** Notifies the agent that automatic buying is on or has other limits, in case another person changed this. */
export function ruleSetMail(
  to: Recipient,
  {
    searchName,
    rule,
    wasOn,
    pauseKey,
  }: { searchName: string; rule: AutomaticBuyingRule; wasOn: boolean; pauseKey: string },
  publicUrl: string,
): MailDraft {
  return {
    to,
    subject: wasOn ? 'The limits of automatic buying were changed' : 'Automatic buying is on',
    heading: wasOn ? 'New limits for automatic buying' : 'Automatic buying is on',
    paragraphs: [
      'Raahi buys new leads that match this saved search for you and never exceeds these limits. We email you each purchase.',
      'If this was not you, pause it with the button below and change your password now.',
    ],
    facts: [
      ['Saved search', userText(searchName)],
      ['Spend in a day', `At most ${formatRupees(rule.dailyAmount)}`],
      ['Leads in a day', `At most ${rule.dailyLeads}`],
      ['Price of a lead', `At most ${formatRupees(rule.maxPrice)}`],
      ['Left in your wallet', `At least ${formatRupees(rule.walletFloor)}`],
      ['Last day', formatDay(rule.endsOn)],
    ],
    action: pauseAction(pauseKey, publicUrl),
    note: 'You are getting this email because automatic buying can spend the money in your Raahi wallet.',
  }
}

/** The confirmation of an automatic purchase. It contains neither the name nor the contact of the traveller. */
export function automaticPurchaseMail(
  to: Recipient,
  bought: ConfirmedPurchase & BoughtForRule,
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
    action: pauseAction(bought.pause_key, publicUrl),
    note: 'You are getting this email because automatic buying is on for a saved search of yours on Raahi.',
  }
}

/** The button that pauses the rule without a login. */
function pauseAction(key: string, publicUrl: string) {
  return {
    label: 'Pause automatic buying',
    url: `${publicUrl}${pauseAutomaticBuyingPath}?key=${key}`,
  }
}

function leadUrl(publicUrl: string, lead: string): string {
  return `${publicUrl}/dashboard/purchased-leads?lead=${lead}`
}
