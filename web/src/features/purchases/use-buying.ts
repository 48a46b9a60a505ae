import { formatPhone } from '@raahi/contract/formats'
import { kycNeededToBuy } from '@raahi/contract/kyc-states'
import { toWireStatus } from '@raahi/contract/lead-status'
import type { Lead } from '@raahi/contract/leads'
import { missingPaise } from '@raahi/contract/money'
import type { Subscription } from '@raahi/contract/plans'
import { buyLead, type PayWay } from '@raahi/contract/purchases'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useReducer, useRef } from 'react'
import { ApiError, errorMessage, isRefusal } from '../../lib/api-error.ts'
import { accountKey } from '../../lib/query-keys.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { notifySuccess } from '../../ui/toast.ts'
import { useAccount } from '../account/public/use-account.ts'
import { ownKycQuery } from '../kyc/public/own-kyc.api.ts'
import type { ShownLead } from '../lead-events/public/lead-overlay.ts'
import { shownLeadStatus } from '../lead-facts/public/lead-labels.ts'
import { subscriptionsQuery } from '../plans/public/subscriptions.api.ts'
import { leadOddsQuery } from '../return-odds/public/return-odds.api.ts'
import {
  advanceBuying,
  type BuyFailure,
  type Buying,
  type BuyingEvent,
  closedBuying,
  findUnanswered,
  isJustRepriced,
} from './buying-state.ts'
import { planFor, rupeesToAdd } from './pay-choice.ts'
import { readLead, useBuyLead } from './purchases.api.ts'

/** Shown if the server gives no reason. The specification has no text for it. */
const failed = 'The purchase did not go through.'

const kycMissing: BuyFailure = { text: kycNeededToBuy, short: null, needsKyc: true }

/**
 * The steps from Buy Now to a bought lead. Only the shown price and way to pay are charged; if either changes, the
 * dialog asks again. A purchase whose response was lost is repeated with the same idempotency key, even after the
 * dialog was closed, so that the lead is bought and paid once.
 */
export function useBuying({ onBought }: { onBought: (lead: Lead) => void }) {
  const { user, query: account } = useAccount()
  const queryClient = useQueryClient()
  const [state, send] = useReducer(advanceBuying, closedBuying)
  const { buying } = state
  const { busy, run, isRunning } = useSingleRun()
  const attempt = useAttempt(onBought)
  const starts = useRef(0)

  const start = async (lead: Lead) => {
    if (lead.cost === null) return
    starts.current += 1
    const startNumber = starts.current
    const unanswered = findUnanswered(state, lead)
    const [asked, isKycMissing] = unanswered
      ? [unanswered, false]
      : await Promise.all([
          prepare(queryClient, user._id, lead, lead.cost),
          readIsKycMissing(queryClient),
        ])
    // Late responses must replace neither a lead that was chosen meanwhile nor a purchase that is being sent.
    if (startNumber !== starts.current || isRunning()) return
    // Reported before the agent adds money, which would not help.
    if (isKycMissing) return send({ type: 'stopped', failure: kycMissing })
    // Refetches the balance, because the offer to add money names the missing amount.
    if (asked.intent.payWith === 'wallet' && user.wallet < asked.intent.cost) {
      void queryClient.invalidateQueries({ queryKey: accountKey })
    }
    send({ type: 'asked', buying: asked })
  }

  const confirm = async () => {
    if (!buying || isJustRepriced(buying, performance.now())) return
    const isUnanswered = buying.lead._id in state.unanswered
    await run(async () => send(await attempt(buying, isUnanswered)))
  }

  /**
   * Opens the top-up for the missing amount. If no money is missing any more, buys at once.
   * @param onEnough called before a purchase without a top-up
   */
  const startTopUp = async (onEnough: () => void) => {
    if (!buying || isRunning()) return
    let rupees = 0
    await run(async () => {
      const { data } = await account.refetch()
      rupees = rupeesToAdd((data ?? user).wallet, buying.intent.cost)
      if (rupees > 0) send({ type: 'topUpOpened', rupees })
    })
    if (rupees > 0) return
    onEnough()
    await confirm()
  }

  return {
    ...state,
    wallet: user.wallet,
    busy,
    start,
    confirm,
    startTopUp,
    /** Shows the dialog again after the top-up, and buys at the shown price if the top-up was paid. */
    endTopUp: async (paid: boolean) => {
      send({ type: 'topUpClosed' })
      if (paid) await confirm()
    },
    follow: (present: ShownLead) => {
      if (!isRunning()) send({ type: 'followed', present, atMs: performance.now() })
    },
    choose: (payWith: PayWay) => {
      if (!isRunning()) send({ type: 'chosen', payWith })
    },
    cancel: () => {
      // A confirmed purchase cannot be cancelled, not even while the balance is loading.
      if (!isRunning()) send({ type: 'cancelled' })
    },
    dismissFailure: () => send({ type: 'dismissed' }),
  }
}

/** @returns a function that sends a purchase and returns its outcome */
function useAttempt(onBought: (lead: Lead) => void) {
  const { user, query: account } = useAccount()
  const queryClient = useQueryClient()
  const purchase = useBuyLead()

  /**
   * The amount that the wallet lacks, in rupees. Refetches the balance, because an admin may have added money
   * meanwhile.
   */
  const readShortage = async (cost: number) => {
    if (user.wallet >= cost) return 0
    const { data } = await account.refetch()
    return missingPaise((data ?? user).wallet, cost) / 100
  }

  const readOutcome = async ({ lead, intent }: Buying, error: unknown): Promise<BuyingEvent> => {
    const text = errorMessage(error, failed)
    if (error instanceof ApiError && error.isOutcomeUnknown) {
      return { type: 'unanswered', reason: text }
    }
    if (isRefusal(error, 'TOO_MANY_REQUESTS')) return { type: 'postponed', reason: text }
    if (isRefusal(error, 'LEAD_PRICE_CHANGED')) {
      const present = await readLead(lead._id).catch(() => null)
      if (present && shownLeadStatus(present) === 'buy' && present.cost !== null)
        return { type: 'repriced', cost: present.cost, fullCost: present.fullCost }
    }
    if (isRefusal(error, 'NO_PLAN_COVERS_LEAD')) {
      const buying = await prepare(queryClient, user._id, lead, intent.cost)
      return { type: 'planEnded', buying }
    }
    if (isRefusal(error, 'INSUFFICIENT_WALLET_BALANCE')) {
      return { type: 'refused', failure: failureOfShort(lead, await readShortage(intent.cost)) }
    }
    const needsKyc = isRefusal(error, 'KYC_NOT_APPROVED')
    return { type: 'refused', failure: { text, short: null, needsKyc } }
  }

  return async (asked: Buying, isUnanswered: boolean): Promise<BuyingEvent> => {
    const { lead, intent } = asked
    // A purchase whose response was lost may have been paid already, so the balance is not checked for it.
    const rupees =
      intent.payWith === 'wallet' && !isUnanswered ? await readShortage(intent.cost) : 0
    if (rupees > 0) return { type: 'stopped', failure: failureOfShort(lead, rupees) }
    try {
      const { subscription, phone, email } = await purchase.mutateAsync(intent)
      onBought({
        ...lead,
        ...toWireStatus('sold'),
        fullCost: null,
        phone,
        email,
        replacementStatus: 'no-replacement',
      })
      notifyBought(lead, phone, subscription)
      return { type: 'bought' }
    } catch (error) {
      return readOutcome(asked, error)
    }
  }
}

async function prepare(
  queryClient: QueryClient,
  userId: string,
  lead: Lead,
  cost: number,
): Promise<Buying> {
  const [plans, odds] = await Promise.all([
    queryClient.fetchQuery(subscriptionsQuery(userId)).catch(() => null),
    queryClient.fetchQuery(leadOddsQuery(lead._id)).catch(() => null),
  ])
  const plan = plans && planFor(plans, lead)
  return {
    lead,
    intent: { leadId: lead._id, cost, payWith: plan ? 'plan' : 'wallet' },
    plan,
    plansUnknown: plans === null,
    fullCost: cost === lead.cost ? lead.fullCost : null,
    formerCost: null,
    changedAtMs: null,
    formerPlan: null,
    isOutcomeUnknown: false,
    error: null,
    odds,
  }
}

/** Whether the agent needs an approved KYC first. If this cannot be loaded, the server decides at the purchase. */
async function readIsKycMissing(queryClient: QueryClient): Promise<boolean> {
  const kyc = await queryClient.fetchQuery(ownKycQuery).catch(() => null)
  return Boolean(kyc?.isNeededToBuy) && kyc?.status !== 'approved'
}

function failureOfShort(lead: Lead, rupees: number): BuyFailure {
  return { text: 'Insufficient wallet balance!', short: { lead, rupees } }
}

function notifyBought(lead: Lead, phone: string | null, subscription: Subscription | null): void {
  const title = subscription ? `${buyLead.message} ${leftText(subscription)}` : buyLead.message
  notifySuccess(title, {
    text: phone === null ? lead.name : `${lead.name}, ${formatPhone(phone)}`,
    link: {
      to: `/dashboard/purchased-leads?lead=${lead.leadId}`,
      label: `Open lead ${lead.leadId}`,
    },
  })
}

function leftText({ name, leadsLeft, numberOfLeads }: Subscription): string {
  return leadsLeft === 0
    ? `That was the last lead in your ${name} plan.`
    : `${leadsLeft} of ${numberOfLeads} leads left in your ${name} plan.`
}
