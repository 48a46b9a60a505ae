import { baseAddress } from '../../lib/transport.ts'

/** What the provider hands over once a payment went through; our server checks it. */
export interface SignedPayment {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/** The provider's own options, by its own names. */
export interface CheckoutOptions {
  key: string
  /** Paise. */
  amount: number
  currency: 'INR'
  name: string
  description: string
  order_id: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  modal: {
    escape: boolean
    backdropclose: boolean
    confirm_close: boolean
    ondismiss: () => void
  }
  retry: { enabled: boolean }
  handler: (payment: SignedPayment) => void
}

interface DeclinedPayment {
  error?: { description?: string; reason?: string }
}

/** The provider's sheet. */
export interface CheckoutSheet {
  open: () => void
  close: () => void
  on: (event: 'payment.failed', told: (payment: DeclinedPayment) => void) => void
}

export type CheckoutProvider = new (options: CheckoutOptions) => CheckoutSheet

declare global {
  interface Window {
    Razorpay?: CheckoutProvider
  }
}

const settings = import.meta.env
const keyOfBuild: string = settings.VITE_RAZORPAY_KEY_ID ?? ''

/** The provider's own script where the app was built for an account there, else that of the sandbox. */
const scriptAddress: string =
  settings.VITE_RAZORPAY_CHECKOUT_URL ||
  (keyOfBuild
    ? 'https://checkout.razorpay.com/v1/checkout.js'
    : `${baseAddress}/sandbox/razorpay/checkout.js`)

/** Long enough for a phone with one bar, short enough for whoever stares at 'Processing..'. */
const scriptTimeoutMs = 20_000

/**
 * Whether no real money moves: an order knows by its key; before there is one, by the key that the app was
 * built with, as an app built without one talks to the sandbox.
 */
export function isTestMode(orderKey: string | null = null): boolean {
  const key = orderKey ?? keyOfBuild
  return key === '' || key.startsWith('rzp_test_')
}

/** Why the sheet cannot be opened; safe to show. */
export class CheckoutNotLoaded extends Error {
  constructor() {
    super(
      'The payment window could not be loaded. Check your connection and any ad blocker, then try again.',
    )
    this.name = 'CheckoutNotLoaded'
  }
}

let loading: Promise<CheckoutProvider> | null = null

/**
 * The provider's script, loaded when somebody first wants to pay, and once; after a failure the next wish
 * tries again.
 * @throws CheckoutNotLoaded
 */
export function loadCheckoutProvider(): Promise<CheckoutProvider> {
  loading ??= addScript().catch((error) => {
    loading = null
    throw error
  })
  return loading
}

function addScript(): Promise<CheckoutProvider> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new CheckoutNotLoaded())
    }
    const timer = setTimeout(fail, scriptTimeoutMs)
    script.src = scriptAddress
    script.async = true
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      // Something else may answer at this address, a proxy's page say.
      if (window.Razorpay) resolve(window.Razorpay)
      else fail()
    }
    document.head.append(script)
  })
}
