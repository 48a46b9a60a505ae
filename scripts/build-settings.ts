import type { Config } from '../server/src/config/index.ts'

/**
 * What of the server's settings is built into the web app, as the `VITE_` settings that it reads. A key of the payment
 * gateway that the server alone was given is built in with the provider's script, so that no deployment shows the
 * sandbox beside its key; who runs the product stands in the pages as they are drawn.
 */
export function buildSettings({ checkout, company }: Pick<Config, 'checkout' | 'company'>) {
  return {
    VITE_RAZORPAY_KEY_ID: checkout.keyId,
    VITE_RAZORPAY_CHECKOUT_URL: checkout.scriptUrl,
    VITE_COMPANY: company && JSON.stringify(company),
  }
}
