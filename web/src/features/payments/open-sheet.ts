import type { Order } from '@raahi/contract/payments'
import type { User } from '@raahi/contract/users'
import type { CheckoutProvider, CheckoutSheet, SignedPayment } from './checkout-provider.ts'

/** Marigold in both schemes, because the provider supports only one. */
const sheetColour = '#f5a524'

interface SheetOptions {
  order: Order & { orderId: string }
  /** The purpose of the payment, shown in the window. */
  description: string
  payer: Pick<User, 'name' | 'email' | 'phone'>
  onSigned: (payment: SignedPayment) => void
  /** An attempt failed. The window stays open for another one. */
  onDeclined: (reason: string) => void
  onClosed: () => void
}

/** Opens the provider's checkout window for an order. */
export function openSheet(Provider: CheckoutProvider, options: SheetOptions): CheckoutSheet {
  const { order, payer } = options
  const sheet = new Provider({
    key: order.key,
    amount: order.amountPaise,
    currency: order.currency,
    name: 'Raahi',
    description: options.description,
    order_id: order.orderId,
    prefill: {
      name: payer.name || 'Guest',
      email: payer.email || 'guest@raahi.example',
      contact: payer.phone || '',
    },
    theme: { color: sheetColour },
    // An accidental click or key does not cancel the payment.
    modal: {
      escape: false,
      backdropclose: false,
      confirm_close: true,
      ondismiss: options.onClosed,
    },
    retry: { enabled: true },
    handler: options.onSigned,
  })
  sheet.on('payment.failed', ({ error }) =>
    options.onDeclined(error?.description || 'Something went wrong with payment.'),
  )
  sheet.open()
  return sheet
}
