import { baseUrl } from '../../lib/transport.ts'

/** The provider's signed result of a payment. Our server verifies it. */
export interface SignedPayment {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/** The provider's options, under the provider's names. */
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
  /** Seconds until the window closes. */
  timeout: number
  handler: (payment: SignedPayment) => void
}

interface DeclinedPayment {
  error?: { description?: string; reason?: string }
}

/** The provider's checkout window. */
export interface CheckoutWindow {
  open: () => void
  close: () => void
  on: (event: 'payment.failed', listener: (payment: DeclinedPayment) => void) => void
}

export type CheckoutProvider = new (options: CheckoutOptions) => CheckoutWindow

declare global {
  interface Window {
    Razorpay?: CheckoutProvider
  }
}

const settings = import.meta.env
const buildKey: string = settings.VITE_RAZORPAY_KEY_ID ?? ''

/** The provider's script if the app was built with its key, otherwise the sandbox's. */
const scriptAddress: string =
  settings.VITE_RAZORPAY_CHECKOUT_URL ||
  (buildKey
    ? 'https://checkout.razorpay.com/v1/checkout.js'
    : `${baseUrl}/sandbox/razorpay/checkout.js`)

/** Enough for a slow phone connection, while 'Processing..' does not stay too long. */
const scriptTimeoutMs = 20_000

/**
 * Whether no real money moves. The key of the order decides; before the order exists, the key of the build. An app
 * without a key uses the sandbox.
 */
export function isTestMode(orderKey: string | null = null): boolean {
  const key = orderKey ?? buildKey
  return key === '' || key.startsWith('rzp_test_')
}

/** The checkout window cannot be opened. The message may be shown. */
export class CheckoutLoadError extends Error {
  constructor() {
    super(
      'The payment window could not be loaded. Check your connection and any ad blocker, then try again.',
    )
    this.name = 'CheckoutLoadError'
  }
}

let loading: Promise<CheckoutProvider> | null = null

/**
 * Loads the provider's script, once, for the first payment. After a failure the next payment loads it again.
 * @throws CheckoutLoadError
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
      reject(new CheckoutLoadError())
    }
    const timer = setTimeout(fail, scriptTimeoutMs)
    script.src = scriptAddress
    script.async = true
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      // The address may return something else, such as a proxy's page.
      if (window.Razorpay) resolve(window.Razorpay)
      else fail()
    }
    document.head.append(script)
  })
}
