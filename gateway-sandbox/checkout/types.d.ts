/** The provider's options of its checkout, as far as the sandbox knows them; others are let pass. */
export interface CheckoutOptions {
  key: string
  /** Paise. */
  amount: number | string
  currency?: string
  name?: string
  description?: string
  /** Address of a picture of the brand. */
  image?: string
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
  retry?: boolean | { enabled?: boolean; max_count?: number }
  /** Seconds. */
  timeout?: number
}

export interface HandlerFields {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

export interface PaymentError {
  code: string
  description: string
  source: string
  step: string
  reason: string
  metadata: { order_id?: string; payment_id?: string }
}

/** What a form asks for: how to pay, and what the bank will say. */
export interface Wish {
  method: 'card' | 'upi'
  outcome: 'success' | 'failure'
  reason?: string
  vpa?: string
  card?: { last4: string; network: string; name: string; international: boolean }
}

/** A way to pay: its fields, and what they say when they are right. */
export interface PayForm {
  element: HTMLElement
  /** Says what is wrong under the fields, goes to the first of them, and returns null; or returns the wish. */
  read: () => Wish | null
}

export interface SheetEvents {
  onPaid: (payment: HandlerFields) => void
  onFailed: (error: PaymentError) => void
  /** @param reason why it closed by itself, such as `timeout` */
  onDismissed: (reason?: string) => void
}

export interface Sheet {
  /** Takes it away without telling anybody. */
  close: () => void
}

declare global {
  interface Window {
    Razorpay?: unknown
  }
}
