import type { Order } from '@raahi/contract/payments'
import type { User } from '@raahi/contract/users'
import type { CheckoutProvider, CheckoutSheet, SignedPayment } from './checkout-provider.ts'

/** Marigold, as the sheet is dressed in light and in dark: the provider knows no schemes. */
const sheetColour = '#f5a524'

interface SheetOptions {
  order: Order & { orderId: string }
  /** What is paid for, as the sheet says it. */
  description: string
  payer: Pick<User, 'name' | 'email' | 'phone'>
  onSigned: (payment: SignedPayment) => void
  /** A try failed; the sheet stays open for another. */
  onDeclined: (reason: string) => void
  onClosed: () => void
}

/** Opens the provider's sheet for an order. */
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
    // A slip of the finger does not throw a payment away.
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
