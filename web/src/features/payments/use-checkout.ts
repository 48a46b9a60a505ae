import type { Order, OrderOutcome } from '@raahi/contract/payments'
import type { User } from '@raahi/contract/users'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage, isRefusal } from '../../lib/api-error.ts'
import { useIntentKey } from '../../lib/use-intent-key.ts'
import { accountKey, useAccount } from '../users/use-account.ts'
import {
  CheckoutNotLoaded,
  type CheckoutSheet,
  loadCheckoutProvider,
  type SignedPayment,
} from './checkout-provider.ts'
import {
  advance,
  type CheckoutEvent,
  idleCheckout,
  isProcessing,
  type Received,
} from './checkout-state.ts'
import { openSheet } from './open-sheet.ts'
import { readOrder, verify } from './payments.api.ts'
import { useOrderWatch } from './use-order-watch.ts'

/** One decision to pay. */
export interface PayIntent {
  /** What is paid, with everything that would make it another intent: what for, how much. */
  intent: string
  /** As the sheet says it. */
  description: string
  /** Nothing is to be paid, so that no sheet is needed. */
  free?: boolean
  placeOrder: (idempotencyKey: string) => Promise<Order>
}

interface CheckoutCallbacks {
  /**
   * Called once for each order that was paid and for each plan that cost nothing, after the wallet was read again.
   * @param shown whether `checkout` shows it too; not so where it came after the buyer had gone on
   */
  onReceived?: (received: Received, shown: boolean) => void
  /** Called where the server refuses the order; `checkout` says why. */
  onRefused?: (error: unknown) => void
}

/** Refusals of a verification that are final; after anything else the payment may be good. */
const finalRefusals = [
  'PAYMENT_NOT_GENUINE',
  'PAYMENT_MISMATCH',
  'ORDER_NOT_FOUND',
  'VALIDATION_FAILED',
] as const

/**
 * The way from a wish to pay to what was paid for. One intent makes one order, however often it is tried, so that
 * nothing is ordered twice and a second try never pays beside the first; an order that was not paid in the sheet is
 * looked at for a while, as the bank may still say yes.
 */
export function useCheckout({ onReceived, onRefused }: CheckoutCallbacks = {}) {
  const { user } = useAccount()
  const queryClient = useQueryClient()
  const { keyFor, settle } = useIntentKey()
  const [checkout, setCheckout] = useState(idleCheckout)
  /** The same, for what happens between two drawings. */
  const now = useRef(idleCheckout)
  const sheet = useRef<CheckoutSheet | null>(null)
  /** Counts the sheets: what an earlier one still says is no news. */
  const attempt = useRef(0)
  /** Orders that are open, by the intent that made them. */
  const orders = useRef(new Map<string, string>())

  const send = (event: CheckoutEvent) => {
    now.current = advance(now.current, event)
    setCheckout(now.current)
  }
  const dropSheet = () => {
    attempt.current += 1
    sheet.current?.close()
    sheet.current = null
  }
  const dropSheetLater = useRef(dropSheet)
  useEffect(() => {
    const drop = dropSheetLater.current
    // Whoever leaves the page leaves its sheet.
    return () => drop()
  }, [])

  const refresh = async () => {
    // Plans, subscriptions, wallet, statement, invoices, dashboard: a payment may show on all of them.
    void queryClient.invalidateQueries()
    await queryClient.refetchQueries({ queryKey: accountKey })
  }
  const received = async (what: Received, shown: boolean) => {
    if (shown) send({ type: 'received', received: what })
    if (what.by === 'payment') {
      const { wallet } = what.order
      queryClient.setQueryData<User>(accountKey, (known) => known && { ...known, wallet })
    }
    await refresh()
    onReceived?.(what, shown)
  }
  const { watch, isFirstWord, wasTold } = useOrderWatch()
  const paid = (order: OrderOutcome, note: string | null = null) => {
    if (!isFirstWord(order.orderId)) return
    for (const [intent, orderId] of orders.current) {
      if (orderId !== order.orderId) continue
      orders.current.delete(intent)
      settle(intent)
    }
    const shown = now.current.orderId === order.orderId
    if (shown) dropSheet()
    void received({ by: 'payment', order, note }, shown)
  }
  const watchFor = (orderId: string) => watch(orderId, (signal) => readOrder(orderId, signal), paid)

  const handIn = async (orderId: string, payment: SignedPayment) => {
    try {
      paid(await verify(payment))
    } catch (error) {
      if (isRefusal(error, 'PAYMENT_RETURNED')) {
        const order = await readOrder(orderId).catch(() => null)
        if (order?.status === 'paid')
          return paid(order, errorMessage(error, 'This order was paid already.'))
      }
      const isFinal = finalRefusals.some((code) => isRefusal(error, code))
      const isLost = !(error instanceof ApiError) || error.outcomeUnknown
      send({
        type: isFinal ? 'refused' : 'unanswered',
        reason: isFinal
          ? errorMessage(error, 'Something went wrong with payment.')
          : awaited(isRefusal(error, 'PAYMENT_NOT_CAPTURED')),
      })
      // A lost answer is asked for once more each time; what the bank owes comes to the order by itself.
      if (isLost) watch(orderId, () => verify(payment), paid)
      else watchFor(orderId)
    }
  }

  /** What this intent ordered before, where it was paid meanwhile; an order that has ended is forgotten. */
  const paidBefore = async (intent: string): Promise<OrderOutcome | null> => {
    const orderId = orders.current.get(intent)
    if (orderId === undefined) return null
    const order = await readOrder(orderId)
    if (order.status === 'closed') {
      orders.current.delete(intent)
      settle(intent)
    }
    return order.status === 'paid' ? order : null
  }

  const order = async ({ intent, description, free = false, placeOrder }: PayIntent) => {
    const before = await paidBefore(intent)
    if (before) {
      send({ type: 'ordered', orderId: before.orderId, key: '' })
      return paid(before)
    }
    // Asked for at once, waited for one after the other: the order is not made for a sheet that cannot open.
    const provider = free ? null : await loadCheckoutProvider()
    const made = await placeOrder(keyFor(intent))
    const { orderId } = made
    if (orderId === null || provider === null) {
      settle(intent)
      if (made.subscription) {
        return received({ by: 'gift', subscription: made.subscription }, true)
      }
      throw new CheckoutNotLoaded()
    }
    if (wasTold(orderId)) {
      // Paid and told while this second try was on its way: nothing is left to pay.
      settle(intent)
      const order = await readOrder(orderId)
      return received({ by: 'payment', order, note: null }, true)
    }
    orders.current.set(intent, orderId)
    attempt.current += 1
    const own = attempt.current
    const ifOwn = (happened: () => void) => {
      if (own === attempt.current) happened()
    }
    sheet.current = openSheet(provider, {
      order: { ...made, orderId },
      description,
      payer: user,
      onSigned: (payment) =>
        ifOwn(() => {
          send({ type: 'signed' })
          void handIn(orderId, payment)
        }),
      onDeclined: (reason) =>
        ifOwn(() => {
          send({ type: 'declined', reason })
          watchFor(orderId)
        }),
      onClosed: () =>
        ifOwn(() => {
          send({ type: 'closed' })
          watchFor(orderId)
        }),
    })
    send({ type: 'ordered', orderId, key: made.key })
  }

  const pay = async (intent: PayIntent) => {
    // A step that cannot start is one that runs, or one after which nobody should pay again.
    if (advance(now.current, { type: 'start' }) === now.current) return
    dropSheet()
    send({ type: 'start' })
    try {
      await order(intent)
    } catch (error) {
      if (error instanceof ApiError && !error.outcomeUnknown) settle(intent.intent)
      send({
        type: 'refused',
        reason:
          error instanceof CheckoutNotLoaded
            ? error.message
            : errorMessage(error, 'Failed to initiate payment'),
      })
      if (error instanceof ApiError) onRefused?.(error)
    }
  }

  return {
    checkout,
    processing: isProcessing(checkout),
    pay,
    /** The buyer has read what came of it. A sheet that still stands open closes. */
    forget: () => {
      if (advance(now.current, { type: 'forget' }) === now.current) return
      dropSheet()
      send({ type: 'forget' })
    },
  }
}

function awaited(byTheBank: boolean): string {
  return byTheBank
    ? 'Your bank has not confirmed this payment yet.'
    : 'You have paid, but we could not get the confirmation yet. We will keep checking.'
}
