import type { Config } from '../server/src/config.ts'

/**
 * What of the payment gateway is built into the web app, as the `VITE_` settings that it reads. A key that the server
 * alone was given is built in with the provider's script, so that no deployment shows the sandbox beside its key.
 */
export function checkoutBuildSettings({ checkout }: Pick<Config, 'checkout'>) {
  return {
    VITE_RAZORPAY_KEY_ID: checkout.keyId,
    VITE_RAZORPAY_CHECKOUT_URL: checkout.scriptUrl,
  }
}
