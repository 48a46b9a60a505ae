import { type Order, orderLifeMinutes } from '@raahi/contract/payments'
import type { User } from '@raahi/contract/users'
import type { CheckoutProvider, CheckoutWindow, SignedPayment } from './checkout-provider.ts'

/** Marigold in both schemes, because the provider supports only one. */
const windowColour = '#f5a524'

/** The window closes a minute before the order expires: it opens some seconds after the order was created. */
const windowTimeoutSeconds = (orderLifeMinutes - 1) * 60

interface WindowOptions {
  order: Order & { orderId: string }
  /** The purpose of the payment, shown in the window. */
  description: string
  buyer: Pick<User, 'name' | 'email' | 'phone'>
  onSigned: (payment: SignedPayment) => void
  /** An attempt failed. The window stays open for another one. */
  onDeclined: (reason: string) => void
  onClosed: () => void
}

/** Opens the provider's checkout window for an order. */
export function openCheckoutWindow(
  Provider: CheckoutProvider,
  options: WindowOptions,
): CheckoutWindow {
  const { order, buyer } = options
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
