import type { Lead } from '@raahi/contract/leads'
import type { Subscription } from '@raahi/contract/plans'
import { describe, expect, it } from 'vitest'
import {
  advanceBuying,
  type Buying,
  type BuyingEvent,
  closedBuying,
  findUnanswered,
  isJustRepriced,
} from './buying-state.ts'

const lead = { _id: 'lead-1', cost: 50, fullCost: null, satatus: 'buy' } as Lead
const plan = { name: 'Domestic 10' } as Subscription
const asked = (changed: Partial<Buying> = {}): Buying => ({
  lead,
  intent: { leadId: lead._id, cost: 50, payWith: 'wallet' },
  plan: null,
  plansUnknown: false,
  fullCost: null,
  formerCost: null,
  changedAtMs: null,
  formerPlan: null,
  isOutcomeUnknown: false,
  error: null,
  odds: null,
  ...changed,
})
const after = (...events: BuyingEvent[]) => events.reduce(advanceBuying, closedBuying)
const ask = (changed?: Partial<Buying>): BuyingEvent => ({ type: 'asked', buying: asked(changed) })
const lost: BuyingEvent = { type: 'unanswered', reason: 'Could not reach Raahi.' }
const refused: BuyingEvent = { type: 'refused', failure: { text: 'Sold', short: null } }
const followed = (changed: Partial<Lead>, atMs = 7): BuyingEvent => ({
  type: 'followed',
  present: { ...lead, ...changed },
  atMs,
})

describe('after an unknown outcome', () => {
  it('offers the same purchase again, at the same price and way to pay', () => {
    const before = after(ask(), lost)
    expect(before.buying).toMatchObject({ isOutcomeUnknown: true, error: 'Could not reach Raahi.' })
    expect(advanceBuying(before, { type: 'chosen', payWith: 'plan' })).toBe(before)
    expect(advanceBuying(before, followed({ cost: 80 }))).toBe(before)
    expect(advanceBuying(before, followed({ satatus: 'sold' }))).toBe(before)
  })

  it('keeps the purchase after the dialog was closed, until the server has answered', () => {
    const closed = after(ask(), lost, { type: 'cancelled' })
    expect(closed.opened).toBe(false)
    expect(findUnanswered(closed, lead)).toMatchObject({ isOutcomeUnknown: true, error: null })
    const busy = advanceBuying(closed, { type: 'postponed', reason: 'Too many attempts.' })
    expect(findUnanswered(busy, lead)).not.toBeNull()
    expect(findUnanswered(advanceBuying(busy, { type: 'bought' }), lead)).toBeNull()
    expect(findUnanswered(advanceBuying(busy, refused), lead)).toBeNull()
  })

  it('asks at a new price, unless a plan can pay at any price', () => {
    const dearer = { ...lead, cost: 80 }
    expect(findUnanswered(after(ask(), lost), dearer)).toBeNull()
    expect(findUnanswered(after(ask({ plan }), lost), dearer)).not.toBeNull()
  })
})

describe('the price in the dialog', () => {
  it('can be confirmed at once, except in the first second after a change', () => {
    expect(isJustRepriced(asked(), 10)).toBe(false)
    expect(isJustRepriced(asked({ changedAtMs: 5_000 }), 5_999)).toBe(true)
    expect(isJustRepriced(asked({ changedAtMs: 5_000 }), 6_000)).toBe(false)
  })

  it('follows the list, and names the former price if the wallet pays', () => {
    const { buying } = after(ask(), followed({ cost: 80 }))
    expect(buying).toMatchObject({ formerCost: 50, changedAtMs: 7, intent: { cost: 80 } })
    const intent = { leadId: lead._id, cost: 50, payWith: 'plan' } as const
    const paidByPlan = after(ask({ plan, intent }), followed({ cost: 80 }))
    expect(paidByPlan.buying).toMatchObject({ formerCost: null, intent: { cost: 80 } })
  })

  it('keeps a later price of the server while the list shows the old one', () => {
    const repriced = after(ask(), { type: 'repriced', cost: 80, fullCost: 90 })
    expect(repriced.buying).toMatchObject({ formerCost: 50, fullCost: 90, intent: { cost: 80 } })
    expect(advanceBuying(repriced, followed({ cost: 50 }))).toBe(repriced)
    const read = advanceBuying(repriced, followed({ cost: 80 }))
    expect(read.buying).toMatchObject({ formerCost: 50, changedAtMs: null, intent: { cost: 80 } })
  })
})

it('closes the dialog with the reason if the lead is no longer available', () => {
  const state = after(ask(), followed({ satatus: 'sold' }))
  expect(state.opened).toBe(false)
  expect(state.failure?.text).toBe('This lead has just been sold. Nothing has been charged.')
})

it('names the plan that can no longer pay', () => {
  const state = after(ask({ plan }), { type: 'planEnded', buying: asked() })
  expect(state).toMatchObject({ opened: true, buying: { formerPlan: plan.name, plan: null } })
})

it('discards the reason of a failure when the next lead is asked for', () => {
  const state = after(ask(), refused)
  expect(state).toMatchObject({ opened: false, failure: { text: 'Sold' } })
  expect(advanceBuying(state, ask())).toMatchObject({ opened: true, failure: null })
})

it('shows the dialog again after its top-up was closed', () => {
  const topUp = after(ask(), { type: 'topUpOpened', rupees: 40 })
  expect(topUp).toMatchObject({ opened: false, topUp: { rupees: 40, opened: true } })
  const closed = advanceBuying(topUp, { type: 'topUpClosed' })
  expect(closed).toMatchObject({ opened: true, topUp: { rupees: 40, opened: false } })
})
