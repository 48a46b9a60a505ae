import type { Lead } from '@raahi/contract/leads'
import { buyLead } from '@raahi/contract/purchases'
import { useCallback, useRef, useState } from 'react'
import { ApiError, type ApiErrorCode, isRefusal, messageOf } from '../../lib/api-error.ts'
import { newIdempotencyKey } from '../../lib/idempotency-key.ts'
import { useSingleRun } from '../../lib/use-single-run.ts'
import { notifySuccess } from '../../ui/toast.ts'
import { useAccount } from '../users/use-account.ts'
import { type BuyIntent, readLeadPrice, useBuyLead } from './purchases.api.ts'

/** What the dialog is about. */
export interface Buying {
  lead: Lead
  intent: BuyIntent
  /** Rupees shown before, where the price has changed since. */
  formerCost: number | null
  /** Why the last try did not go through, where another may. */
  error: string | null
}

/** Refusals after which the same decision may simply be tried again. */
const passing: readonly ApiErrorCode[] = ['TOO_BUSY_RETRY', 'TOO_MANY_REQUESTS']

/**
 * The way from Buy Now to a bought lead. Nothing is charged but what the dialog shows: another price is
 * asked for again. Where the answer to a purchase was lost, trying again carries the same idempotency
 * key, also after the dialog was closed in between, so that it is bought and paid once.
 */
export function useBuying() {
  const { user, query: account } = useAccount()
  const purchase = useBuyLead()
  const [buying, setBuying] = useState<Buying | null>(null)
  const [opened, setOpened] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  const unanswered = useRef(new Map<string, BuyIntent>())
  const purchasing = useSingleRun()

  const start = useCallback((lead: Lead) => {
    if (lead.cost === null) return
    const before = unanswered.current.get(lead._id)
    const intent = before?.cost === lead.cost ? before : intentFor(lead, lead.cost)
    setNotice(null)
    setBuying({ lead, intent, formerCost: null, error: null })
    setOpened(true)
  }, [])

  const stop = (why: string | null) => {
    setOpened(false)
    setNotice(why)
  }

  const askAgainAtNewPrice = async ({ lead, intent }: Buying, refusal: ApiError) => {
    const cost = await readLeadPrice(lead.leadType).catch(() => null)
    if (cost === null) return stop(refusal.message)
    setBuying({ lead, intent: intentFor(lead, cost), formerCost: intent.cost, error: null })
  }

  const hasEnough = async (cost: number) => {
    if (user.wallet >= cost) return true
    // An admin may have paid something in since; nobody is turned away over an old figure.
    const { data } = await account.refetch()
    return (data ?? user).wallet >= cost
  }

  const buy = async (asked: Buying) => {
    const { lead, intent } = asked
    // A purchase whose answer was lost may have been paid already, so the balance says nothing then.
    const isRetry = unanswered.current.has(lead._id)
    if (!isRetry && !(await hasEnough(intent.cost))) return stop('Insufficient wallet balance!')
    try {
      await purchase.mutateAsync(intent)
      unanswered.current.delete(lead._id)
      stop(null)
      notifySuccess(buyLead.message)
    } catch (error) {
      const mayHaveHappened = error instanceof ApiError && error.outcomeUnknown
      if (mayHaveHappened || passing.some((code) => isRefusal(error, code))) {
        if (mayHaveHappened) unanswered.current.set(lead._id, intent)
        return setBuying({ ...asked, error: messageOf(error) })
      }
      unanswered.current.delete(lead._id)
      if (isRefusal(error, 'LEAD_PRICE_CHANGED')) return askAgainAtNewPrice(asked, error)
      stop(
        isRefusal(error, 'INSUFFICIENT_WALLET_BALANCE')
          ? 'Insufficient wallet balance!'
          : messageOf(error),
      )
    }
  }

  const confirm = async () => {
    if (buying !== null) await purchasing.run(() => buy(buying))
  }

  const cancel = () => {
    // A confirmed purchase runs to its end, also while the balance is still being read for it.
    if (!purchasing.isRunning()) setOpened(false)
  }

  return {
    buying,
    opened,
    wallet: user.wallet,
    busy: purchasing.busy,
    notice,
    start,
    confirm,
    cancel,
    dismissNotice: () => setNotice(null),
  }
}

function intentFor(lead: Lead, cost: number): BuyIntent {
  return { leadId: lead._id, cost, idempotencyKey: newIdempotencyKey() }
}
