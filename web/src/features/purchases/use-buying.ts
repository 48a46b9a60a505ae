import { formatPhone } from '@raahi/contract/formats'
import { kycNeededToBuy } from '@raahi/contract/kyc-states'
import type { Lead } from '@raahi/contract/leads'
import type { Subscription } from '@raahi/contract/plans'
import { buyLead, type PayWay } from '@raahi/contract/purchases'
import type { LeadOdds } from '@raahi/contract/return-odds'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ApiError, type ApiErrorCode, errorMessage, isRefusal } from '../../lib/api-error.ts'
import { newIdempotencyKey } from '../../lib/idempotency-key.ts'
import { accountKey } from '../../lib/query-keys.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { notifySuccess } from '../../ui/toast.ts'
import { useAccount } from '../account/public/use-account.ts'
import { ownKycQuery } from '../kyc/public/own-kyc.api.ts'
import type { ShownLead } from '../lead-events/public/lead-overlay.ts'
import { shownLeadStatus } from '../lead-facts/public/lead-labels.ts'
import { subscriptionsQuery } from '../plans/public/subscriptions.api.ts'
import { leadOddsQuery } from '../return-odds/public/return-odds.api.ts'
import { planFor, rupeesToAdd } from './pay-choice.ts'
import { type BuyIntent, readLeadPrice, useBuyLead } from './purchases.api.ts'

/** The content of the purchase dialog. */
export interface Buying {
  lead: Lead
  intent: BuyIntent
  /** The plan that covers the lead and is used first; null if no plan covers it. */
  plan: Subscription | null
  /** True if the plans could not be loaded. The dialog then says so and offers the wallet. */
  plansUnknown: boolean
  /** The price in rupees that was shown before it changed; null if it has not changed. */
  formerCost: number | null
  /** The name of the plan that was chosen and can no longer pay. */
  formerPlan: string | null
  /** True if the outcome of the last attempt is unknown, so that only the same purchase may be sent again. */
  fixed: boolean
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

/** Shown if the server gives no reason. The specification has no text for it. */
const failed = 'The purchase did not go through.'

/** After a change of the price in the open dialog, it cannot be confirmed for this long. */
const minReadingMs = 1_000

/** Refusals after which the same purchase may be sent again. */
const passing: readonly ApiErrorCode[] = ['TOO_BUSY_RETRY', 'TOO_MANY_REQUESTS']

/**
 * The steps from Buy Now to a bought lead. Only the shown price and way to pay are charged; if either changes, the
 * dialog asks again. A purchase whose response was lost is repeated with the same idempotency key, even after the
 * dialog was closed, so that the lead is bought and paid once.
 */
export function useBuying({ onBought }: { onBought: (lead: Lead) => void }) {
  const { user, query: account } = useAccount()
  const queryClient = useQueryClient()
  /**
   * A ref, because `start` must stay the same function while the balance changes. A new `start` would open the dialog.
   */
  const balance = useRef(user.wallet)
  balance.current = user.wallet
  const purchase = useBuyLead()
  const [buying, setBuying] = useState<Buying | null>(null)
  const [opened, setOpened] = useState(false)
  const [failure, setFailure] = useState<BuyFailure | null>(null)
  /** The top-up that 'Add ₹N and buy' has opened, in whole rupees; null before the first. */
  const [topUp, setTopUp] = useState<{ rupees: number; opened: boolean } | null>(null)
  const unanswered = useRef(new Map<string, Buying>())
  const purchasing = useSingleRun()
  const starts = useRef(0)
  /** The last price of the list that the dialog has adopted. */
  const followedCost = useRef<number | null>(null)
  /** When a change of the list last changed the price in the dialog. */
  const changedAtMs = useRef(0)

  const prepare = useCallback(
    async (lead: Lead, cost: number): Promise<Buying> => {
      const [plans, odds] = await Promise.all([
        queryClient.fetchQuery(subscriptionsQuery(user._id)).catch(() => null),
        queryClient.fetchQuery(leadOddsQuery(lead._id)).catch(() => null),
      ])
      const plan = plans && planFor(plans, lead)
      const intent = intentFor(lead, cost, plan ? 'plan' : 'wallet')
      const first = { formerCost: null, formerPlan: null, fixed: false, error: null, odds }
      return { lead, intent, plan, plansUnknown: plans === null, ...first }
    },
    [queryClient, user._id],
  )

  const start = useCallback(
    async (lead: Lead) => {
      if (lead.cost === null) return
      starts.current += 1
      const startNumber = starts.current
      const before = unanswered.current.get(lead._id)
      const holds = before && (before.plan || before.intent.cost === lead.cost)
      const [asked, isKycMissing] = holds
        ? [{ ...before, error: null }, false]
        : await Promise.all([prepare(lead, lead.cost), readIsKycMissing(queryClient)])
      // Late responses must not replace a lead that was chosen meanwhile.
      if (startNumber !== starts.current) return
      // Reported before the agent adds money, which would not help.
      if (isKycMissing) {
        return setFailure({ text: kycNeededToBuy, short: null, needsKyc: true })
      }
      // Refetches the balance, because the offer to add money names the missing amount.
      if (asked.intent.payWith === 'wallet' && balance.current < asked.intent.cost) {
        void queryClient.invalidateQueries({ queryKey: accountKey })
      }
      setFailure(null)
      followedCost.current = asked.lead.cost
      setBuying(asked)
      setOpened(true)
    },
    [prepare, queryClient],
  )

  const stop = (why: BuyFailure | null) => {
    setOpened(false)
    setFailure(why)
  }

  const askAgainAtNewPrice = async (asked: Buying, refusal: ApiError) => {
    const { lead, intent } = asked
    const cost = await readLeadPrice(lead.leadType).catch(() => null)
    if (cost === null) return stop({ text: errorMessage(refusal, failed), short: null })
    setBuying({ ...asked, intent: intentFor(lead, cost, 'wallet'), formerCost: intent.cost })
  }

  /**
   * The amount that the wallet lacks, in rupees. Refetches the balance, because an admin may have added money
   * meanwhile.
   */
  const readShortage = async (cost: number) => {
    if (user.wallet >= cost) return 0
    const { data } = await account.refetch()
    return Math.max(0, (Math.round(cost * 100) - Math.round((data ?? user).wallet * 100)) / 100)
  }

  const stopShort = (lead: Lead, rupees: number) =>
    stop({ text: 'Insufficient wallet balance!', short: { lead, rupees } })

  const buy = async (asked: Buying) => {
    const { lead, intent } = asked
    // A purchase whose response was lost may have been paid already, so the balance is not checked for it.
    if (intent.payWith === 'wallet' && !unanswered.current.has(lead._id)) {
      const shortage = await readShortage(intent.cost)
      if (shortage > 0) return stopShort(lead, shortage)
    }
    try {
      const { subscription, phone, email } = await purchase.mutateAsync(intent)
      unanswered.current.delete(lead._id)
      stop(null)
      onBought({ ...lead, phone, email, satatus: 'sold', replacementStatus: 'no-replacement' })
      notifySuccess(
        subscription ? `${buyLead.message} ${leftText(subscription)}` : buyLead.message,
        {
          text: phone === null ? lead.name : `${lead.name}, ${formatPhone(phone)}`,
          link: {
            to: `/dashboard/purchased-leads?lead=${lead.leadId}`,
            label: `Open lead ${lead.leadId}`,
          },
        },
      )
    } catch (error) {
      const mayHaveHappened = error instanceof ApiError && error.isOutcomeUnknown
      if (mayHaveHappened || passing.some((code) => isRefusal(error, code))) {
        const again = {
          ...asked,
          fixed: asked.fixed || mayHaveHappened,
          error: errorMessage(error, failed),
        }
        if (mayHaveHappened) unanswered.current.set(lead._id, again)
        return setBuying(again)
      }
      unanswered.current.delete(lead._id)
      if (isRefusal(error, 'LEAD_PRICE_CHANGED')) return askAgainAtNewPrice(asked, error)
      if (isRefusal(error, 'NO_PLAN_COVERS_LEAD')) {
        const formerPlan = asked.plan?.name ?? null
        return setBuying({ ...(await prepare(lead, intent.cost)), formerPlan })
      }
      if (isRefusal(error, 'INSUFFICIENT_WALLET_BALANCE')) {
        return stopShort(lead, await readShortage(intent.cost))
      }
      const needsKyc = isRefusal(error, 'KYC_NOT_APPROVED')
      stop({ text: errorMessage(error, failed), short: null, needsKyc })
    }
  }

  /** Updates the dialog when the lead changes: shows a new price, and ends a purchase that is no longer possible. */
  const follow = (present: ShownLead) => {
    if (buying === null || buying.fixed || purchasing.isRunning()) return
    if (shownLeadStatus(present) !== 'buy') {
      return stop({ text: `${formatUnavailable(present)} Nothing has been charged.`, short: null })
    }
    const { intent } = buying
    // After a refusal the dialog may know a later price than the list.
    if (present.cost === followedCost.current) return
    followedCost.current = present.cost
    if (present.cost === null || present.cost === intent.cost) return
    const formerCost = intent.payWith === 'wallet' ? intent.cost : null
    changedAtMs.current = performance.now()
    const lead = { ...buying.lead, cost: present.cost }
    setBuying({
      ...buying,
      lead,
      intent: intentFor(lead, present.cost, intent.payWith),
      formerCost,
    })
  }

  const choose = (payWith: PayWay) => {
    if (purchasing.isRunning() || buying === null || buying.fixed) return
    setBuying({ ...buying, intent: intentFor(buying.lead, buying.intent.cost, payWith) })
  }

  const confirm = async () => {
    // Ignores a click that was meant for the previous price.
    if (performance.now() - changedAtMs.current < minReadingMs) return
    if (buying !== null) await purchasing.run(() => buy(buying))
  }

  /**
   * Opens the top-up for the missing amount. If no money is missing any more, buys at once.
   * @param onEnough called before a purchase without a top-up
   */
  const startTopUp = async (onEnough: () => void) => {
    if (buying === null || purchasing.isRunning()) return
    let isEnough = false
    await purchasing.run(async () => {
      const { cost } = buying.intent
      const { data } = await account.refetch()
      const rupees = rupeesToAdd((data ?? user).wallet, cost)
      isEnough = rupees === 0
      if (isEnough) return
      setOpened(false)
      setTopUp({ rupees, opened: true })
    })
    if (!isEnough) return
    onEnough()
    await confirm()
  }

  /**
   * Continues after the top-up of 'Add ₹N and buy': shows the dialog again, and buys at the shown price if the top-up
   * was paid.
   */
  const endTopUp = async (paid: boolean) => {
    setTopUp((present) => present && { ...present, opened: false })
    setOpened(true)
    if (paid) await confirm()
  }

  const cancel = () => {
    // A confirmed purchase cannot be cancelled, not even while the balance is loading.
    if (!purchasing.isRunning()) setOpened(false)
  }

  return {
    buying,
    opened,
    wallet: user.wallet,
    topUp,
    busy: purchasing.busy,
    failure,
    start,
    follow,
    choose,
    confirm,
    cancel,
    startTopUp,
    endTopUp,
    dismissFailure: () => setFailure(null),
  }
}

function formatUnavailable({ expired, isWithdrawn }: ShownLead): string {
  if (isWithdrawn) return 'This lead has just been withdrawn.'
  return expired ? 'This lead has just expired.' : 'This lead has just been sold.'
}

/** Creates an intent. Another way to pay or another price is a new intent with a new idempotency key. */
function intentFor(lead: Lead, cost: number, payWith: PayWay): BuyIntent {
  return { leadId: lead._id, cost, payWith, idempotencyKey: newIdempotencyKey() }
}

function leftText({ name, leadsLeft, numberOfLeads }: Subscription): string {
  return leadsLeft === 0
    ? `That was the last lead in your ${name} plan.`
    : `${leadsLeft} of ${numberOfLeads} leads left in your ${name} plan.`
}

/** Whether the agent needs an approved KYC first. If this cannot be loaded, the server decides at the purchase. */
async function readIsKycMissing(queryClient: QueryClient): Promise<boolean> {
  const kyc = await queryClient.fetchQuery(ownKycQuery).catch(() => null)
  return Boolean(kyc?.isNeededToBuy) && kyc?.status !== 'approved'
}
