import type { Config } from '../server/src/config/index.ts'

/**
 * The server's settings that are built into the web app as `VITE_` variables. A payment key that is set only on the
 * server is built in with the provider's script, so that a deployment with a key never shows the sandbox. The company's
 * details appear in the built pages.
 */
export function buildSettings({ checkout, company }: Pick<Config, 'checkout' | 'company'>) {
  return {
    VITE_RAZORPAY_KEY_ID: checkout.keyId,
    VITE_RAZORPAY_CHECKOUT_URL: checkout.scriptUrl,
    VITE_COMPANY: company && JSON.stringify(company),
  }
}
