/** The options of the provider's checkout that the sandbox supports. It ignores others. */
export interface CheckoutOptions {
  key: string
  /** Paise. */
  amount: number | string
  currency?: string
  name?: string
  description?: string
  order_id: string
  handler?: (payment: HandlerFields) => void
  prefill?: { name?: string; email?: string; contact?: string }
  notes?: Record<string, string>
  theme?: { color?: string }
  modal?: {
    /** Whether Escape closes the sheet; true by default. */
    escape?: boolean
    /** Whether a click beside the sheet closes it; false by default. */
    backdropclose?: boolean
    confirm_close?: boolean
    ondismiss?: (reason?: string) => void
  }
  /** Whether a failed payment can be repeated; true by default. */
  retry?: { enabled?: boolean }
  /** Seconds. */
  timeout?: number
}

export type HandlerFields = Record<
  'razorpay_payment_id' | 'razorpay_order_id' | 'razorpay_signature',
  string
>

/** The error object of the provider, as far as the sheet reads it. */
export interface PaymentError {
  reason: string
  description: string
  metadata?: { payment_id?: string }
}

/** The requested payment: its method and what the bank answers. */
export interface Wish {
  method: 'card' | 'upi'
  outcome: 'success' | 'failure' | 'late'
  reason?: string
  vpa?: string
  card?: { last4: string; network: string }
}
