import { describe, expect, it, test } from 'vitest'
import { readConfig } from './index.ts'
import { type GatewaySettings, sandboxKeys } from './payments.ts'

const databaseUrl = 'postgresql://someone:hidden@db.example/raahi'
const keys = {
  RAZORPAY_KEY_ID: 'rzp_live_A1b2C3d4E5f6G7',
  RAZORPAY_KEY_SECRET: 'hidden-key',
  RAZORPAY_WEBHOOK_SECRET: 'hidden-webhook',
}
const seller = {
  SELLER_NAME: 'Raahi Travel Leads Pvt Ltd',
  SELLER_ADDRESS: '14 Residency Road, Bengaluru 560025',
  SELLER_GSTIN: '29AAAAA0000A1ZY',
}
const live = { DATABASE_URL: databaseUrl, ...keys, ...seller }

const gateway = (env: NodeJS.ProcessEnv) => readConfig(env).gateway
const checkout = (env: NodeJS.ProcessEnv) => readConfig(env).checkout

/** The error messages for these settings. */
function problems(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : []
  }
  return []
}

describe('gateway', () => {
  it('is the sandbox in a trial, unless payments are off', () => {
    expect(gateway({})).toEqual({ mode: 'sandbox', ...sandboxKeys, baseUrl: undefined })
    expect(gateway({ PAYMENTS: 'off' })).toEqual({ mode: 'off' })
  })

  it('is off outside a trial unless the sandbox is configured, so that nothing is granted without payment', () => {
    for (const env of [
      { DATABASE_URL: databaseUrl },
      { HOST: '0.0.0.0', PUBLIC_URL: 'https://raahi.example' },
      { PUBLIC_URL: 'https://raahi.example' },
      { TRUST_PROXY: '1' },
    ]) {
      expect(gateway(env), JSON.stringify(env)).toEqual({ mode: 'off' })
    }
  })

  it('is the sandbox outside a trial only with a secret from the settings, from which all its secrets follow', () => {
    const SANDBOX_KEY_SECRET = 'a secret of 24 characters'
    for (const env of [{ DATABASE_URL: databaseUrl }, { TRUST_PROXY: '1' }]) {
      const { keySecret, webhookSecret } = gateway({
        ...env,
        PAYMENTS: 'sandbox',
        SANDBOX_KEY_SECRET,
      }) as Exclude<GatewaySettings, { mode: 'off' }>
      expect(keySecret).toBe(SANDBOX_KEY_SECRET)
      expect([SANDBOX_KEY_SECRET, sandboxKeys.webhookSecret]).not.toContain(webhookSecret)
      const withPublicSecret = {
        ...env,
        PAYMENTS: 'sandbox',
        SANDBOX_KEY_SECRET: sandboxKeys.keySecret,
      }
      expect(problems(withPublicSecret)).toContain(
        'SANDBOX_KEY_SECRET must have at least 24 characters.',
      )
      expect(problems({ ...env, PAYMENTS: 'sandbox' })).toEqual([
        'PAYMENTS=sandbox needs SANDBOX_KEY_SECRET outside a trial (openssl rand -hex 32): the secret of a trial is public.',
      ])
    }
  })

  it('is the provider if its keys are set, which ends the trial', () => {
    const expected = {
      mode: 'live',
      keyId: keys.RAZORPAY_KEY_ID,
      keySecret: keys.RAZORPAY_KEY_SECRET,
      webhookSecret: keys.RAZORPAY_WEBHOOK_SECRET,
      baseUrl: 'https://api.razorpay.com',
    }
    expect(gateway(live)).toEqual(expected)
    expect(gateway({ ...keys, ...seller })).toEqual(expected)
    expect(readConfig({ ...keys, ...seller }).trial).toBe(false)
    expect(gateway({ ...live, RAZORPAY_BASE_URL: 'https://pay.example/razorpay/' })).toEqual({
      ...expected,
      baseUrl: 'https://pay.example/razorpay',
    })
  })
})

describe('built-in checkout', () => {
  it("is the sandbox's by default", () => {
    const sandbox = { keyId: undefined, scriptUrl: undefined }
    expect(checkout({})).toEqual(sandbox)
    expect(checkout({ DATABASE_URL: databaseUrl })).toEqual(sandbox)
    expect(checkout({ VITE_RAZORPAY_KEY_ID: sandboxKeys.keyId })).toEqual({
      keyId: sandboxKeys.keyId,
      scriptUrl: undefined,
    })
  })

  it("is the provider's if a provider key is set, with that key", () => {
    const provider = {
      keyId: keys.RAZORPAY_KEY_ID,
      scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js',
    }
    expect(checkout(live)).toEqual(provider)
    expect(checkout({ ...live, VITE_RAZORPAY_KEY_ID: keys.RAZORPAY_KEY_ID })).toEqual(provider)
    const VITE_RAZORPAY_CHECKOUT_URL = 'https://pay.example/v1/checkout.js'
    expect(checkout({ ...live, VITE_RAZORPAY_CHECKOUT_URL }).scriptUrl).toBe(
      VITE_RAZORPAY_CHECKOUT_URL,
    )
  })
})

test('reports all problems together, each once, and repeats no secret', () => {
  const said = problems({
    RAZORPAY_KEY_ID: 'hidden-key',
    RAZORPAY_KEY_SECRET: 'hidden-key',
    RAZORPAY_BASE_URL: 'ftp://someone:hidden@pay.example',
    PAYMENTS: 'live',
    VITE_RAZORPAY_KEY_ID: 'hidden-key-of-the-web',
    VITE_RAZORPAY_CHECKOUT_URL: '/checkout.js',
    SELLER_NAME: 'x'.repeat(121),
    SELLER_ADDRESS: 'x'.repeat(301),
    INVOICE_SAC: '123',
  })
  expect(said.toSorted()).toEqual([
    'INVOICE_SAC must be a service code of six digits, from 99.',
    'PAYMENTS and RAZORPAY_KEY_ID cannot be set together: the sandbox does not run with a provider key.',
    'PAYMENTS must be one of sandbox, off.',
    'RAZORPAY_BASE_URL must be an http or https address without a name and password.',
    'RAZORPAY_KEY_ID must begin with rzp_test_ or rzp_live_.',
    'RAZORPAY_KEY_ID needs SELLER_NAME, SELLER_ADDRESS and SELLER_GSTIN: each payment creates a tax invoice.',
    'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET must be set together.',
    'SELLER_ADDRESS has at most 300 characters.',
    'SELLER_NAME has at most 120 characters.',
    'SELLER_NAME, SELLER_ADDRESS and SELLER_GSTIN must be set together.',
    'VITE_RAZORPAY_CHECKOUT_URL must be an http or https address without a name and password.',
    'VITE_RAZORPAY_KEY_ID must be the same key as RAZORPAY_KEY_ID: the checkout of one account cannot pay the orders of another.',
    'VITE_RAZORPAY_KEY_ID must begin with rzp_test_ or rzp_live_.',
  ])
  expect(said.join()).not.toContain('hidden')
})

it.each([
  [{ ...live, RAZORPAY_WEBHOOK_SECRET: '' }, 'must be set together'],
  [{ ...live, RAZORPAY_KEY_ID: '' }, 'must be set together'],
  [{ ...live, PAYMENTS: 'sandbox' }, 'the sandbox does not run with a provider key'],
  [{ ...live, PAYMENTS: 'off' }, 'cannot be set together'],
  [{ DATABASE_URL: databaseUrl, ...keys }, 'each payment creates a tax invoice'],
  [{ ...live, SELLER_GSTIN: '29AAAAA0000A1ZX' }, 'SELLER_GSTIN must be a GSTIN'],
  [{ DATABASE_URL: databaseUrl, SELLER_NAME: 'Raahi' }, 'must be set together'],
  [{ ...live, VITE_RAZORPAY_KEY_ID: 'rzp_live_another' }, 'must be the same key'],
  [{ VITE_RAZORPAY_KEY_ID: keys.RAZORPAY_KEY_ID }, 'must be the same key'],
  [{ ...live, RAZORPAY_BASE_URL: 'http://pay.example' }, 'must be https addresses'],
  [{ ...live, VITE_RAZORPAY_CHECKOUT_URL: 'http://pay.example/c.js' }, 'must be https addresses'],
  [{ ...live, RAZORPAY_BASE_URL: 'https://me:hidden@pay.example' }, 'without a name and password'],
  [{ ...live, RAZORPAY_KEY_SECRET: 'sandbox_secret' }, 'must differ from those of the sandbox'],
  [
    { ...live, RAZORPAY_WEBHOOK_SECRET: 'sandbox_webhook_secret' },
    'must differ from those of the sandbox',
  ],
])('settings that do not go together stop the start: %j', (env, text) => {
  const said = problems(env)
  expect(said).toHaveLength(1)
  expect(said[0]).toContain(text)
  expect(said[0]).not.toContain('hidden')
})

it('accepts a stand-in gateway without https for a test key', () => {
  const env = {
    ...live,
    RAZORPAY_KEY_ID: 'rzp_test_A1b2C3d4E5f6G7',
    RAZORPAY_BASE_URL: 'http://127.0.0.1:9000/sandbox/razorpay',
    VITE_RAZORPAY_CHECKOUT_URL: 'http://127.0.0.1:9000/sandbox/razorpay/checkout.js',
  }
  expect(gateway(env)).toMatchObject({ mode: 'live', baseUrl: env.RAZORPAY_BASE_URL })
  expect(checkout(env).scriptUrl).toBe(env.VITE_RAZORPAY_CHECKOUT_URL)
})

describe('seller on invoices', () => {
  it('is the configured seller', () => {
    expect(readConfig(live).invoices).toEqual({
      seller: {
        name: seller.SELLER_NAME,
        address: seller.SELLER_ADDRESS,
        gstin: seller.SELLER_GSTIN,
      },
      sac: '998599',
    })
    expect(readConfig({ INVOICE_SAC: '998551' }).invoices.sac).toBe('998551')
  })

  it('is marked as a trial if no seller is configured', () => {
    expect(readConfig({}).invoices.seller.name).toContain('trial')
  })
})
