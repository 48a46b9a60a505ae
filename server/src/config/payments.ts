import { createHmac } from 'node:crypto'
import { isGstin } from '@raahi/contract/gst'
import { z } from 'zod'
import { isUnset, oneOf, type Problem, setTogether, webAddress } from './setting-types.ts'

/** How payments are made: through the operator's account at the provider, through the sandbox, or not at all. */
export type GatewaySettings =
  | { mode: 'off' }
  | {
      mode: 'sandbox' | 'live'
      /** Public. */
      keyId: string
      keySecret: string
      webhookSecret: string
      /** Address without the path of a call. Undefined: the product serves the sandbox. */
      baseUrl: string | undefined
    }

/** Checkout settings that are built into the web app. Undefined values: the sandbox's. */
export interface CheckoutSettings {
  keyId: string | undefined
  /** Address of the checkout's script. */
  scriptUrl: string | undefined
}

/** The seller who issues the invoices. */
export interface SellerSettings {
  name: string
  address: string
  gstin: string
}

/** The sandbox's secrets in a trial are public: its documentation lists them. */
export const sandboxKeys = {
  keyId: 'rzp_test_sandbox',
  keySecret: 'sandbox_secret',
  webhookSecret: 'sandbox_webhook_secret',
} as const

/** The sandbox's keys with a secret from the settings. */
export function sandboxKeysOf(keySecret: string) {
  const webhookSecret = createHmac('sha256', keySecret).update('webhook').digest('hex')
  return { keyId: sandboxKeys.keyId, keySecret, webhookSecret }
}

const trialSeller: SellerSettings = {
  name: 'Raahi Travel Leads (trial)',
  address: '14 Residency Road, Bengaluru 560025',
  gstin: '29AAAAA0000A1ZY',
}

/** Settings of payments and invoices, from the environment. */
export const paymentSettings = {
  PAYMENTS: oneOf('PAYMENTS', ['sandbox', 'off']).optional(),
  SANDBOX_KEY_SECRET: z
    .string()
    .min(24, { error: 'SANDBOX_KEY_SECRET must have at least 24 characters.' })
    .optional(),
  RAZORPAY_KEY_ID: providerKey('RAZORPAY_KEY_ID').optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  RAZORPAY_BASE_URL: webAddress('RAZORPAY_BASE_URL')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  VITE_RAZORPAY_KEY_ID: providerKey('VITE_RAZORPAY_KEY_ID').optional(),
  VITE_RAZORPAY_CHECKOUT_URL: webAddress('VITE_RAZORPAY_CHECKOUT_URL').optional(),
  SELLER_NAME: z
    .string()
    .trim()
    .max(120, { error: 'SELLER_NAME has at most 120 characters.' })
    .optional(),
  SELLER_ADDRESS: z
    .string()
    .trim()
    .max(300, { error: 'SELLER_ADDRESS has at most 300 characters.' })
    .optional(),
  SELLER_GSTIN: z
    .string()
    .trim()
    .toUpperCase()
    .refine((text) => isGstin(text), { error: 'SELLER_GSTIN must be a GSTIN of 15 characters.' })
    .optional(),
  INVOICE_SAC: z
    .string()
    .regex(/^99\d{4}$/, { error: 'INVOICE_SAC must be a service code of six digits, from 99.' })
    .default('998599'),
}
export type PaymentSettings = z.output<z.ZodObject<typeof paymentSettings>>

function providerKey(name: string) {
  return z.string().regex(/^rzp_(test|live)_\w{1,60}$/, {
    error: `${name} must begin with rzp_test_ or rzp_live_.`,
  })
}

const isLive = (keyId: string | undefined) => keyId?.startsWith('rzp_live_') === true
const isHttp = (address: string | undefined) => address !== undefined && /^http:/i.test(address)

/** Contradictions between these settings. */
export const paymentProblems: readonly Problem<PaymentSettings>[] = [
  {
    holds: (set) =>
      setTogether(set.RAZORPAY_KEY_ID, set.RAZORPAY_KEY_SECRET, set.RAZORPAY_WEBHOOK_SECRET),
    error: 'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET must be set together.',
  },
  {
    holds: (set) => isUnset(set.RAZORPAY_KEY_ID) || isUnset(set.PAYMENTS),
    error:
      'PAYMENTS and RAZORPAY_KEY_ID cannot be set together: the sandbox does not run with a provider key.',
  },
  {
    holds: (set) => setTogether(set.SELLER_NAME, set.SELLER_ADDRESS, set.SELLER_GSTIN),
    error: 'SELLER_NAME, SELLER_ADDRESS and SELLER_GSTIN must be set together.',
  },
  {
    holds: (set) => isUnset(set.RAZORPAY_KEY_ID) || !isUnset(set.SELLER_GSTIN),
    error:
      'RAZORPAY_KEY_ID needs SELLER_NAME, SELLER_ADDRESS and SELLER_GSTIN: each payment creates a tax invoice.',
  },
  {
    holds: (set) =>
      isUnset(set.VITE_RAZORPAY_KEY_ID) ||
      set.VITE_RAZORPAY_KEY_ID === (set.RAZORPAY_KEY_ID ?? sandboxKeys.keyId),
    error:
      'VITE_RAZORPAY_KEY_ID must be the same key as RAZORPAY_KEY_ID: the checkout of one account cannot pay the orders of another.',
  },
  {
    holds: (set) =>
      !isLive(set.RAZORPAY_KEY_ID) ||
      !(isHttp(set.RAZORPAY_BASE_URL) || isHttp(set.VITE_RAZORPAY_CHECKOUT_URL)),
    error:
      'RAZORPAY_BASE_URL and VITE_RAZORPAY_CHECKOUT_URL must be https addresses when RAZORPAY_KEY_ID is a live key.',
  },
  {
    holds: (set) =>
      !isLive(set.RAZORPAY_KEY_ID) ||
      (set.RAZORPAY_KEY_SECRET !== sandboxKeys.keySecret &&
        set.RAZORPAY_WEBHOOK_SECRET !== sandboxKeys.webhookSecret),
    error:
      'RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET of a live key must differ from those of the sandbox, which are public.',
  },
]

/** The provider if its keys are set. Otherwise the sandbox, if configured or in a trial. Otherwise no payments. */
export function gatewayOf(set: PaymentSettings, trial: boolean): GatewaySettings {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = set
  const { RAZORPAY_WEBHOOK_SECRET: webhookSecret, RAZORPAY_BASE_URL: baseUrl } = set
  if (keyId && keySecret && webhookSecret) {
    return {
      mode: 'live',
      keyId,
      keySecret,
      webhookSecret,
      baseUrl: baseUrl ?? 'https://api.razorpay.com',
    }
  }
  const sandbox = set.PAYMENTS === 'sandbox' || (trial && set.PAYMENTS === undefined)
  if (!sandbox) return { mode: 'off' }
  const keys = set.SANDBOX_KEY_SECRET ? sandboxKeysOf(set.SANDBOX_KEY_SECRET) : sandboxKeys
  return { mode: 'sandbox', ...keys, baseUrl }
}

/** Whether payments move real money. The sandbox and the provider's test keys do not. */
export function movesMoney(gateway: GatewaySettings): boolean {
  return gateway.mode === 'live' && isLive(gateway.keyId)
}

type CheckoutInput = Pick<
  PaymentSettings,
  'RAZORPAY_KEY_ID' | 'VITE_RAZORPAY_KEY_ID' | 'VITE_RAZORPAY_CHECKOUT_URL'
>

/** A provider key must not be used with the sandbox's script, so its default is the provider's script. */
export function checkoutOf(set: CheckoutInput): CheckoutSettings {
  const { RAZORPAY_KEY_ID: keyId, VITE_RAZORPAY_CHECKOUT_URL: scriptUrl } = set
  return {
    keyId: keyId ?? set.VITE_RAZORPAY_KEY_ID,
    scriptUrl: scriptUrl ?? (keyId && 'https://checkout.razorpay.com/v1/checkout.js'),
  }
}

export function sellerOf(set: PaymentSettings): SellerSettings {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_GSTIN: gstin } = set
  return name && address && gstin ? { name, address, gstin } : trialSeller
}
