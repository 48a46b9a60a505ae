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
import { useSingleRun } from '../../lib/use-single-run.ts'
import { notifySuccess } from '../../ui/toast.ts'
import { ownKycQuery } from '../kyc/own-kyc.api.ts'
import type { ShownLead } from '../lead-events/lead-overlay.ts'
import { shownLeadStatus } from '../leads/lead-labels.ts'
import { subscriptionsQuery } from '../plans/subscriptions.api.ts'
import { leadOddsQuery } from '../return-odds/return-odds.api.ts'
import { accountKey, useAccount } from '../users/use-account.ts'
import { planFor, rupeesToAdd } from './pay-choice.ts'
import { type BuyIntent, readLeadPrice, useBuyLead } from './purchases.api.ts'

/** What the dialog shows. */
export interface Buying {
  lead: Lead
  intent: BuyIntent
  /** The plan that covers the lead and is used first; null: none does. */
  plan: Subscription | null
  /** The plans could not be loaded: the dialog says so and offers the wallet. */
  plansUnknown: boolean
  /** Rupees shown before, where the price has changed since. */
  formerCost: number | null
  /** The plan that was to pay and no longer can. */
  formerPlan: string | null
  /** The outcome of the last attempt is unknown: only the same purchase may be sent again. */
  fixed: boolean
  /** Why the last attempt failed, if another may succeed. */
  error: string | null
  /** How often leads like this one are returned; null: not known. */
  odds: LeadOdds | null
}

/** Why a purchase did not happen, and how much money was missing. */
export interface BuyFailure {
  text: string
  short: { lead: Lead; rupees: number } | null
  /** An approved KYC was missing. */
  needsKyc?: boolean
}

/** Shown if the server gives no reason. The specification has no text for it. */
const failed = 'The purchase did not go through.'

/** A price that has just changed in the open dialog cannot be confirmed yet. */
const minReadingMs = 1_000

/** Refusals after which the same purchase may be sent again. */
const passing: readonly ApiErrorCode[] = ['TOO_BUSY_RETRY', 'TOO_MANY_REQUESTS']

/**
 * The steps from Buy Now to a bought lead. Only what the dialog shows is charged: another price, or another way to pay, is
 * asked again. A purchase whose response was lost is repeated with the same idempotency key, also after the dialog was
 * closed, so that the lead is bought and paid once.
 */
export function useBuying({ onBought }: { onBought: (lead: Lead) => void }) {
  const { user, query: account } = useAccount()
  const queryClient = useQueryClient()
  /** For `start`, which must stay the same while the balance changes: it opens the dialog. */
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
  /** The price of the list that the dialog has taken over last. */
  const followedCost = useRef<number | null>(null)
  /** When the dialog has shown another price by itself. */
  const changedAtMs = useRef(0)

  const ask = useCallback(
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
      const turn = starts.current
      const before = unanswered.current.get(lead._id)
      const holds = before && (before.plan || before.intent.cost === lead.cost)
      const [asked, isKycMissing] = holds
        ? [{ ...before, error: null }, false]
        : await Promise.all([ask(lead, lead.cost), readIsKycMissing(queryClient)])
      // Responses that come late do not replace a lead that was chosen meanwhile.
      if (turn !== starts.current) return
      // Said before a top-up, which would not help.
      if (isKycMissing) {
        return setFailure({ text: kycNeededToBuy, short: null, needsKyc: true })
      }
      // The offer to add money names what is missing now.
      if (asked.intent.payWith === 'wallet' && balance.current < asked.intent.cost) {
        void queryClient.invalidateQueries({ queryKey: accountKey })
      }
      setFailure(null)
      followedCost.current = asked.lead.cost
      setBuying(asked)
      setOpened(true)
    },
    [ask, queryClient],
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

  /** How much is missing in the wallet, in rupees. An admin may have topped it up meanwhile, so it is loaded again. */
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
          text: `${lead.name}, ${formatPhone(phone)}`,
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
        return setBuying({ ...(await ask(lead, intent.cost)), formerPlan })
      }
      if (isRefusal(error, 'INSUFFICIENT_WALLET_BALANCE')) {
        return stopShort(lead, await readShortage(intent.cost))
      }
      const needsKyc = isRefusal(error, 'KYC_NOT_APPROVED')
      stop({ text: errorMessage(error, failed), short: null, needsKyc })
    }
  }

  /** Shows another price before it is confirmed, and ends a purchase that is no longer possible. */
  const follow = (present: ShownLead) => {
    if (buying === null || buying.fixed || purchasing.isRunning()) return
    if (shownLeadStatus(present) !== 'buy') {
      return stop({ text: `${goneText(present)} Nothing has been charged.`, short: null })
    }
    const { intent } = buying
    // After a refusal the dialog may know a later price than the list.
    if (present.cost === followedCost.current) return
    followedCost.current = present.cost
    if (present.cost === null || present.cost === intent.cost) return
    const formerCost = intent.payWith === 'wallet' ? intent.cost : null
    changedAtMs.current = Date.now()
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
    // A click that was meant for the price before.
    if (Date.now() - changedAtMs.current < minReadingMs) return
    if (buying !== null) await purchasing.run(() => buy(buying))
  }

  /**
   * Opens the top-up of what is missing, if money is still missing; else buys.
   * @param onEnough called before it buys without a top-up
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
   * Continues after the top-up of 'Add ₹N and buy': buys at the price that was shown if the money has arrived; otherwise
   * shows the dialog again.
   */
  const endTopUp = async (paid: boolean) => {
    setTopUp((present) => present && { ...present, opened: false })
    setOpened(true)
    if (paid) await confirm()
  }

  const cancel = () => {
    // A confirmed purchase is not cancelled, also while its balance is loaded.
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

function goneText({ expired, isWithdrawn }: ShownLead): string {
  if (isWithdrawn) return 'This lead has just been withdrawn.'
  return expired ? 'This lead has just expired.' : 'This lead has just been sold.'
}

/** Another way to pay is another purchase, with another idempotency key. */
function intentFor(lead: Lead, cost: number, payWith: PayWay): BuyIntent {
  return { leadId: lead._id, cost, payWith, idempotencyKey: newIdempotencyKey() }
}

function leftText({ name, leadsLeft, numberOfLeads }: Subscription): string {
  return leadsLeft === 0
    ? `That was the last lead in your ${name} plan.`
    : `${leadsLeft} of ${numberOfLeads} leads left in your ${name} plan.`
}

/** Whether the agent cannot buy without an approved KYC. The server decides if this could not be loaded. */
async function readIsKycMissing(queryClient: QueryClient): Promise<boolean> {
  const kyc = await queryClient.fetchQuery(ownKycQuery).catch(() => null)
  return Boolean(kyc?.isNeededToBuy) && kyc?.status !== 'approved'
}
