import { isGstin } from '@raahi/contract/gst'
import { z } from 'zod'

/** How payments come in: through our account at the gateway, its stand-in, or not at all. */
export type GatewaySettings =
  | { mode: 'off' }
  | {
      mode: 'sandbox' | 'live'
      /** Public. */
      keyId: string
      keySecret: string
      webhookSecret: string
      /** Without the path of a call; undefined: the product's own address serves the sandbox. */
      baseUrl: string | undefined
    }

/** Who issues the invoices. */
export interface SellerSettings {
  name: string
  address: string
  gstin: string
}

/** The sandbox's secrets are no secrets: they are written in its documentation. */
export const sandboxKeys = {
  keyId: 'rzp_test_sandbox',
  keySecret: 'sandbox_secret',
  webhookSecret: 'sandbox_webhook_secret',
} as const

const trialSeller: SellerSettings = {
  name: 'Raahi Travel Leads (trial)',
  address: '14 Residency Road, Bengaluru 560025',
  gstin: '29AAAAA0000A1ZY',
}

/** The settings of payments and invoices, as they stand in the environment. */
export const paymentSettings = {
  PAYMENTS: z
    .enum(['sandbox', 'off'], { error: 'PAYMENTS must be one of sandbox, off.' })
    .optional(),
  RAZORPAY_KEY_ID: z
    .string()
    .regex(/^rzp_(test|live)_\w{1,60}$/, {
      error: 'RAZORPAY_KEY_ID must begin with rzp_test_ or rzp_live_.',
    })
    .optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  RAZORPAY_BASE_URL: z
    .string()
    .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
      error: 'RAZORPAY_BASE_URL must be an http or https address.',
    })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
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

/** What is wrong between these settings, each with the sentence that says it. */
export const paymentProblems: readonly {
  holds: (set: PaymentSettings) => boolean
  error: string
}[] = [
  {
    holds: (set) =>
      new Set(
        [set.RAZORPAY_KEY_ID, set.RAZORPAY_KEY_SECRET, set.RAZORPAY_WEBHOOK_SECRET].map(isUnset),
      ).size === 1,
    error: 'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET must be set together.',
  },
  {
    holds: (set) => isUnset(set.RAZORPAY_KEY_ID) || isUnset(set.PAYMENTS),
    error:
      'PAYMENTS and RAZORPAY_KEY_ID exclude each other: the sandbox never stands beside a provider key.',
  },
  {
    holds: (set) =>
      new Set([set.SELLER_NAME, set.SELLER_ADDRESS, set.SELLER_GSTIN].map(isUnset)).size === 1,
    error: 'SELLER_NAME, SELLER_ADDRESS and SELLER_GSTIN must be set together.',
  },
  {
    holds: (set) => isUnset(set.RAZORPAY_KEY_ID) || !isUnset(set.SELLER_GSTIN),
    error:
      'RAZORPAY_KEY_ID needs SELLER_NAME, SELLER_ADDRESS and SELLER_GSTIN: each payment makes a tax invoice.',
  },
]

const isUnset = (value: unknown) => value === undefined

/** The provider with its keys; without them the sandbox where it is asked for or in a trial; else payments are off. */
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
  return sandbox ? { mode: 'sandbox', ...sandboxKeys, baseUrl } : { mode: 'off' }
}

export function sellerOf(set: PaymentSettings): SellerSettings {
  const { SELLER_NAME: name, SELLER_ADDRESS: address, SELLER_GSTIN: gstin } = set
  return name && address && gstin ? { name, address, gstin } : trialSeller
}
