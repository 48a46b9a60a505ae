import { type Order, orderLifeMinutes } from '@raahi/contract/payments'
import type { User } from '@raahi/contract/users'
import { useEffect, useRef } from 'react'
import { useAccount } from '../account/public/use-account.ts'
import type { CheckoutProvider, CheckoutWindow, SignedPayment } from './checkout-provider.ts'

/** Marigold in both schemes, because the provider supports only one. */
const windowColour = '#f5a524'

/** The window closes a minute before the order expires: it opens some seconds after the order was created. */
const windowTimeoutSeconds = (orderLifeMinutes - 1) * 60

interface WindowOptions {
  order: Order & { orderId: string }
  /** The purpose of the payment, shown in the window. */
  description: string
  onSigned: (payment: SignedPayment) => void
  /** An attempt failed. The window stays open for another one. */
  onDeclined: (reason: string) => void
  onClosed: () => void
}

/** The checkout window. It is closed when the page is left. */
export function useCheckoutWindow() {
  const { user } = useAccount()
  const opened = useRef<CheckoutWindow | null>(null)
  /** Number of the current window. Events of earlier windows are ignored. */
  const current = useRef(0)
  const close = () => {
    current.current += 1
    opened.current?.close()
    opened.current = null
  }
  const latestClose = useRef(close)
  useEffect(() => {
    const closeOnUnmount = latestClose.current
    return () => closeOnUnmount()
  }, [])
  return {
    close,
    /** Opens the provider's window for an order. */
    open(provider: CheckoutProvider, options: WindowOptions): void {
      current.current += 1
      const number = current.current
      const ifCurrent =
        <Args extends unknown[]>(listener: (...args: Args) => void) =>
        (...args: Args) => {
          if (number === current.current) listener(...args)
        }
      opened.current = openWindow(provider, user, {
        ...options,
        onSigned: ifCurrent(options.onSigned),
        onDeclined: ifCurrent(options.onDeclined),
        onClosed: ifCurrent(options.onClosed),
      })
    },
  }
}

function openWindow(
  Provider: CheckoutProvider,
  buyer: User,
  options: WindowOptions,
): CheckoutWindow {
  const { order } = options
  const checkoutWindow = new Provider({
    key: order.key,
    amount: order.amountPaise,
    currency: order.currency,
    name: 'Raahi',
    description: options.description,
    order_id: order.orderId,
    prefill: {
      name: buyer.name || 'Guest',
      email: buyer.email || 'guest@raahi.example',
      contact: buyer.phone || '',
    },
    theme: { color: windowColour },
    // An accidental click or key does not cancel the payment.
    modal: {
      escape: false,
      backdropclose: false,
      confirm_close: true,
      ondismiss: options.onClosed,
    },
    retry: { enabled: true },
    timeout: windowTimeoutSeconds,
    handler: options.onSigned,
  })
  checkoutWindow.on('payment.failed', ({ error }) =>
    options.onDeclined(error?.description || 'Something went wrong with payment.'),
  )
  checkoutWindow.open()
  return checkoutWindow
}
