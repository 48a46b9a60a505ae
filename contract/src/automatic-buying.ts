import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, idParams, instant } from './fields.ts'
import { lead } from './leads.ts'
import { rupees, rupeesInput } from './money.ts'
import { currentPassword } from './passwords.ts'

/** Days from today to the last day of a rule. */
export const maxAutomaticBuyingDays = 90
export const maxAutomaticLeadsPerDay = 500
/** The preview covers this many past days. */
export const previewDays = 7
/** The preview examines at most this many matching leads, the newest ones. */
export const maxPreviewLeads = 5000

/** The address of the page that pauses a rule without a login. Its `key` is the secret of the rule. */
export const pauseAutomaticBuyingPath = '/automatic-buying/pause'

/**
 * What paused a rule: its agent, the link in a mail, the suspension of the agent, a change of the filters of its
 * search, or a change of the agent's email.
 */
export const pausedBy = ['agent', 'mail', 'suspension', 'filters', 'email'] as const
export type PausedBy = (typeof pausedBy)[number]

/** Only 'on' buys. 'changed': the search has other filters than those that the agent agreed to. */
export const automaticBuyingStates = ['on', 'paused', 'ended', 'search-paused', 'changed'] as const
export type AutomaticBuyingState = (typeof automaticBuyingStates)[number]

/**
 * Why a rule did not buy a lead that was due. 'sold': another agent bought the lead first; 'own': the agent of the rule
 * had already bought the lead, by hand or with another rule; 'wallet': the purchase would have left less than the
 * wallet floor; 'filters': the lead was changed and no longer matches.
 */
export const skipReasons = [
  'sold',
  'own',
  'price',
  'daily-leads',
  'daily-amount',
  'wallet',
  'filters',
  'off',
  'ended',
  'kyc',
  'expired',
  'no-price',
] as const
export type SkipReason = (typeof skipReasons)[number]
/** The list of skipped leads shows at most this many leads, for this many days. */
export const maxSkippedLeads = 50
export const skippedLeadDays = 7

/** Every purchase of a rule stays within all of these. */
const limits = {
  /** The most that the rule spends from the wallet on one day in India. */
  dailyAmount: rupeesInput({ invalid: 'Enter an amount of 1 or more.', minPaise: 100 }),
  dailyLeads: z
    .int({ error: 'Enter a number of leads.' })
    .min(1, { error: 'Enter 1 lead or more.' })
    .max(maxAutomaticLeadsPerDay, { error: `Enter at most ${maxAutomaticLeadsPerDay} leads.` }),
  maxPrice: rupeesInput({ invalid: 'Enter a price of 1 or more.', minPaise: 100 }),
  /** A purchase leaves at least this in the wallet. */
  walletFloor: rupeesInput({ invalid: 'Enter an amount of 0 or more.', minPaise: 0 }),
}

export const limitsForm = z.strictObject(limits)
export const automaticBuyingForm = z.strictObject({
  ...limits,
  /** The last day in India. */
  endsOn: day,
  currentPassword,
})
export type AutomaticBuyingForm = z.output<typeof automaticBuyingForm>

/** The rule of a saved search. */
export const automaticBuyingRule = z.object({
  searchId: id,
  state: z.enum(automaticBuyingStates),
  /** Null unless paused. */
  pausedBy: z.enum(pausedBy).nullable(),
  dailyAmount: rupees,
  dailyLeads: z.int(),
  maxPrice: rupees,
  walletFloor: rupees,
  endsOn: day,
  /** The purchases of the rule on the present day in India. */
  today: z.object({ amount: rupees, leads: z.int() }),
})
export type AutomaticBuyingRule = z.output<typeof automaticBuyingRule>

export const listAutomaticBuying = endpoint('GET', '/api/automaticBuying', {
  name: 'listAutomaticBuying',
  summary: 'List the caller’s rules of automatic buying, with what they bought today',
  access: 'agent',
  lowestRole: 'buyer',
  list: true,
  answer: z.array(automaticBuyingRule),
})

/** A lead that a rule did not buy, without its traveller and contact. */
export const skippedLead = lead
  .pick({
    _id: true,
    leadId: true,
    city: true,
    destination: true,
    travelDate: true,
    travelMonth: true,
  })
  .extend({
    reason: z.enum(skipReasons),
    /** The price at that time; null if no price was set. */
    price: rupees.nullable(),
    skippedAt: instant,
    /** Whether it can be bought now. */
    isForSale: z.boolean(),
  })
export type SkippedLead = z.output<typeof skippedLead>

export const listSkippedLeads = endpoint('GET', '/api/savedSearches/{id}/automaticBuying/skipped', {
  name: 'listSkippedLeads',
  summary:
    'List the leads of the last 7 days that the rule of a saved search did not buy, and why, the latest first',
  access: 'agent',
  lowestRole: 'buyer',
  params: idParams,
  list: true,
  answer: z.array(skippedLead).max(maxSkippedLeads),
  errors: ['SAVED_SEARCH_NOT_FOUND'],
})

export const automaticBuyingPreview = z.object({
  /** Leads of the last days that fit the search, at most `maxPreviewLeads`. */
  matches: z.int(),
  /** The purchases that the limits would have allowed, and what they would have cost. */
  leads: z.int(),
  amount: rupees,
  /** The other matches: above the highest price, without a price, above a limit of the day, or sold before automatic buying starts. */
  tooExpensive: z.int(),
  withoutPrice: z.int(),
  overDailyLimit: z.int(),
  soldBefore: z.int(),
})
export type AutomaticBuyingPreview = z.output<typeof automaticBuyingPreview>

export const previewAutomaticBuying = endpoint(
  'POST',
  '/api/savedSearches/{id}/automaticBuying/preview',
  {
    name: 'previewAutomaticBuying',
    summary:
      'Tell what limits would have bought for a saved search in the last 7 days. It changes nothing',
    access: 'agent',
    params: idParams,
    body: limitsForm,
    answer: automaticBuyingPreview,
    errors: ['SAVED_SEARCH_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  },
)

export const setAutomaticBuying = endpoint('PUT', '/api/savedSearches/{id}/automaticBuying', {
  name: 'setAutomaticBuying',
  summary:
    'Switch on automatic buying for a saved search, or change its limits; needs the password',
  access: 'agent',
  params: idParams,
  body: automaticBuyingForm,
  answer: automaticBuyingRule,
  message: 'Automatic buying is on.',
  errors: [
    'SAVED_SEARCH_NOT_FOUND',
    'CURRENT_PASSWORD_WRONG',
    'EMAIL_NOT_CONFIRMED',
    'TOO_MANY_REQUESTS',
  ],
})

export const pauseAutomaticBuying = endpoint(
  'POST',
  '/api/savedSearches/{id}/automaticBuying/pause',
  {
    name: 'pauseAutomaticBuying',
    summary: 'Pause automatic buying for a saved search',
    access: 'agent',
    params: idParams,
    message: 'Automatic buying is paused.',
    errors: ['SAVED_SEARCH_NOT_FOUND'],
  },
)
