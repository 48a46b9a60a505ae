import {
  type AutomaticBuyingPreview,
  type AutomaticBuyingRule,
  maxPreviewLeads,
  previewDays,
  type SkipReason,
} from '@raahi/contract/automatic-buying'
import { automaticBuyingDelaySeconds } from '@raahi/contract/automatic-buying-delay'
import { formatRupees } from '@raahi/contract/formats'
import type { StatusTone } from '../../ui/status-badge.tsx'

/** The state of a rule as a label, and the reason why it does not buy. */
export function describeState({ state, pausedBy }: AutomaticBuyingRule): {
  label: string
  tone: StatusTone
  reason: string | null
} {
  switch (state) {
    case 'on':
      return { label: 'On', tone: 'success', reason: null }
    case 'ended':
      return { label: 'Ended', tone: 'neutral', reason: 'Its last day has passed.' }
    case 'search-paused':
      return { label: 'Waiting', tone: 'warning', reason: 'The saved search is paused.' }
    case 'changed':
      return {
        label: 'Stopped',
        tone: 'notice',
        reason:
          'The filters of the search have changed. Look at what it would buy, and switch it on again.',
      }
    case 'paused':
      return { label: 'Paused', tone: 'neutral', reason: pausedBy && pauseReasons[pausedBy] }
  }
}

const pauseReasons = {
  agent: null,
  mail: 'Paused with the link in an email.',
  suspension: 'Paused because your account was suspended.',
  filters: null,
  email: 'Paused because your email was changed. Confirm the new one, and switch it on again.',
}

const countLeads = (count: number) => (count === 1 ? '1 lead' : `${count} leads`)

/** 'In the last 7 days this would have bought 9 leads for ₹430.' */
export function describePreview({ matches, leads, amount }: AutomaticBuyingPreview): string {
  const period =
    matches < maxPreviewLeads
      ? `In the last ${previewDays} days`
      : `Of the newest ${maxPreviewLeads.toLocaleString('en-IN')} leads of the last ${previewDays} days that match,`
  if (matches === 0) return `${period} no lead matched this search.`
  if (leads === 0) return `${period} this would have bought nothing.`
  return `${period} this would have bought ${countLeads(leads)} for ${formatRupees(amount)}.`
}

/** Why the other leads of the preview would not have been bought. */
export function describeOthers(preview: AutomaticBuyingPreview): string | null {
  const { matches, leads, tooExpensive, withoutPrice, overDailyLimit, soldBefore } = preview
  const reasons = [
    tooExpensive > 0 && `${tooExpensive} above your highest price`,
    withoutPrice > 0 && `${withoutPrice} without a price`,
    overDailyLimit > 0 && `${overDailyLimit} over a limit of the day`,
    soldBefore > 0 && `${soldBefore} sold within ${automaticBuyingDelaySeconds} seconds`,
  ].filter(Boolean)
  if (matches === leads || reasons.length === 0) return null
  return `${countLeads(matches)} matched the search: ${reasons.join(', ')}.`
}

/** Why a rule did not buy a lead. */
export const skipTexts: Readonly<Record<SkipReason, string>> = {
  sold: 'Another buyer was first.',
  own: 'You had already bought it.',
  price: 'It cost more than your highest price.',
  'daily-leads': 'The number of leads for that day was reached.',
  'daily-amount': 'The amount for that day did not allow its price.',
  wallet: 'It would have left too little in your wallet.',
  filters: 'It was changed and no longer matched the search.',
  off: 'Automatic buying was paused, or the search was changed.',
  ended: 'The last day of automatic buying had passed.',
  kyc: 'Your KYC was not approved.',
  expired: 'Its travel date had passed.',
  'no-price': 'It had no price.',
}
