import type { Lead } from '@raahi/contract/leads'
import type { Subscription } from '@raahi/contract/plans'
import type { PayWay } from '@raahi/contract/purchases'
import type { LeadOdds } from '@raahi/contract/return-odds'
import type { ShownLead } from '../lead-events/public/lead-overlay.ts'
import { shownLeadStatus } from '../lead-facts/public/lead-labels.ts'
import type { BuyIntent } from './purchases.api.ts'

/** The content of the purchase dialog. */
export interface Buying {
  /** The lead with the last price that the list has shown. */
  lead: Lead
  intent: BuyIntent
  /** The plan that covers the lead and is used first; null if no plan covers it. */
  plan: Subscription | null
  /** True if the plans could not be loaded. The dialog then says so and offers the wallet. */
  plansUnknown: boolean
  /** The price of the intent without the step for the lead's age; null: no step applies. */
  fullCost: number | null
  /** The price in rupees that was shown before it changed; null if it has not changed. */
  formerCost: number | null
  /** When a change of the list last changed the price, by `performance.now()`; null if it has not. */
  changedAtMs: number | null
  /** The name of the plan that was chosen and can no longer pay. */
  formerPlan: string | null
  /** True if the outcome of the last attempt is unknown, so that only the same purchase may be sent again. */
  isOutcomeUnknown: boolean
  /** The reason why the last attempt failed, if another attempt may succeed. */
  error: string | null
  /** How often leads like this one are returned; null if unknown. */
  odds: LeadOdds | null
}

/** The reason why a purchase failed, and the missing amount of money. */
export interface BuyFailure {
  text: string
  short: { lead: Lead; rupees: number } | null
  /** True if an approved KYC is missing. */
  needsKyc?: boolean
}

export interface BuyingState {
  buying: Buying | null
  opened: boolean
  failure: BuyFailure | null
  /** The top-up that 'Add ₹N and buy' has opened, in whole rupees; null before the first. */
  topUp: { rupees: number; opened: boolean } | null
  /** The purchases whose outcome is unknown, by lead id. They are kept after the dialog was closed. */
  unanswered: Readonly<Record<string, Buying>>
}

/**
 * - asked: the dialog opens with a lead.
 * - chosen: the agent chose another way to pay.
 * - followed: the list shows the lead in its current state.
 * - bought, unanswered, postponed, repriced, planEnded, refused: the outcome of an attempt. After `unanswered` the lead
 *   may have been bought. After `postponed` the same purchase may be sent again.
 * - stopped: the purchase is not attempted.
 */
export type BuyingEvent =
  | { type: 'asked'; buying: Buying }
  | { type: 'chosen'; payWith: PayWay }
  | { type: 'followed'; present: ShownLead; atMs: number }
  | { type: 'bought' }
  | { type: 'unanswered'; reason: string }
  | { type: 'postponed'; reason: string }
  | { type: 'repriced'; cost: number; fullCost: number | null }
  | { type: 'planEnded'; buying: Buying }
  | { type: 'refused'; failure: BuyFailure }
  | { type: 'stopped'; failure: BuyFailure }
  | { type: 'topUpOpened'; rupees: number }
  | { type: 'topUpClosed' }
  | { type: 'cancelled' }
  | { type: 'dismissed' }

export const closedBuying: BuyingState = {
  buying: null,
  opened: false,
  failure: null,
  topUp: null,
  unanswered: {},
}

/** After a change of the price in the open dialog, it cannot be confirmed for this long. */
const minReadingMs = 1_000

/**
 * Whether a click may still be meant for the previous price.
 * @param nowMs by `performance.now()`
 */
export function isJustRepriced({ changedAtMs }: Buying, nowMs: number): boolean {
  return changedAtMs !== null && nowMs - changedAtMs < minReadingMs
}

/** The dialog and the notice after an event. */
export function advanceBuying(state: BuyingState, event: BuyingEvent): BuyingState {
  if (event.type === 'asked') return { ...state, buying: event.buying, opened: true, failure: null }
  if (event.type === 'stopped') return { ...state, opened: false, failure: event.failure }
  if (event.type === 'dismissed') return { ...state, failure: null }
  const { buying } = state
  if (buying === null) return state
  switch (event.type) {
    case 'chosen':
      if (buying.isOutcomeUnknown) return state
      return { ...state, buying: withIntent(buying, { payWith: event.payWith }) }
    case 'followed':
      return follow(state, buying, event.present, event.atMs)
    case 'bought':
      return { ...settle(state, buying), opened: false, failure: null }
    case 'unanswered': {
      const again = { ...buying, isOutcomeUnknown: true, error: event.reason }
      const unanswered = { ...state.unanswered, [buying.lead._id]: again }
      return { ...state, buying: again, unanswered }
    }
    case 'postponed':
      return { ...state, buying: { ...buying, error: event.reason } }
    case 'repriced': {
      const { cost: formerCost } = buying.intent
      const repriced = withIntent(buying, { cost: event.cost, payWith: 'wallet' })
      const { fullCost } = event
      return { ...settle(state, buying), buying: { ...repriced, fullCost, formerCost } }
    }
    case 'planEnded': {
      const formerPlan = buying.plan?.name ?? null
      return { ...settle(state, buying), buying: { ...event.buying, formerPlan } }
    }
    case 'refused':
      return { ...settle(state, buying), opened: false, failure: event.failure }
    case 'topUpOpened':
      return { ...state, opened: false, topUp: { rupees: event.rupees, opened: true } }
    case 'topUpClosed':
      return { ...state, opened: true, topUp: state.topUp && { ...state.topUp, opened: false } }
    case 'cancelled':
      return { ...state, opened: false }
  }
}

/** The unanswered purchase of a lead, unless its price has changed since; null if there is none. */
export function findUnanswered({ unanswered }: BuyingState, lead: Lead): Buying | null {
  const before = unanswered[lead._id]
  const isCurrent = before && (before.plan !== null || before.intent.cost === lead.cost)
  return isCurrent ? { ...before, error: null } : null
}

/** Updates the dialog to the list: shows a new price, and ends a purchase that is no longer possible. */
function follow(state: BuyingState, buying: Buying, present: ShownLead, atMs: number): BuyingState {
  if (buying.isOutcomeUnknown) return state
  if (shownLeadStatus(present) !== 'buy') {
    const text = `${formatUnavailable(present)} Nothing has been charged.`
    return { ...state, opened: false, failure: { text, short: null } }
  }
  const { lead, intent } = buying
  // After a refusal the dialog may know a later price than the list.
  if (present.cost === lead.cost) return state
  const followed = { ...buying, lead: { ...lead, cost: present.cost } }
  if (present.cost === null || present.cost === intent.cost) return { ...state, buying: followed }
  const formerCost = intent.payWith === 'wallet' ? intent.cost : null
  const repriced = withIntent(followed, { cost: present.cost })
  const { fullCost } = present
  return { ...state, buying: { ...repriced, fullCost, formerCost, changedAtMs: atMs } }
}

/** Forgets the unanswered purchase of the lead, because the server has answered. */
function settle(state: BuyingState, { lead }: Buying): BuyingState {
  const { [lead._id]: _, ...unanswered } = state.unanswered
  return { ...state, unanswered }
}

function withIntent(buying: Buying, changed: Partial<BuyIntent>): Buying {
  return { ...buying, intent: { ...buying.intent, ...changed } }
}

function formatUnavailable({ expired, isWithdrawn }: ShownLead): string {
  if (isWithdrawn) return 'This lead has just been withdrawn.'
  return expired ? 'This lead has just expired.' : 'This lead has just been sold.'
}
