/** Origins that the checkout needs in the Content-Security-Policy of a page. */
export interface CheckoutSources {
  scripts: readonly string[]
  frames: readonly string[]
  connections: readonly string[]
  images: readonly string[]
}

/** The hosts of the provider's checkout, from its documentation. */
const providerSources: CheckoutSources = {
  scripts: ['https://checkout.razorpay.com'],
  frames: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connections: [
    'https://api.razorpay.com',
    'https://lumberjack.razorpay.com',
    'https://lumberjack-cx.razorpay.com',
  ],
  images: ['https://cdn.razorpay.com'],
}

/**
 * The provider's hosts in live mode, and the origin of a configured checkout script; undefined if the product serves
 * the checkout itself, or payments are off.
 * @param scriptUrl the script that is built into the web app, if not the sandbox's
 */
export function checkoutSources(
  mode: 'off' | 'sandbox' | 'live',
  scriptUrl: string | undefined,
): CheckoutSources | undefined {
  if (mode === 'off') return undefined
  const origin = scriptUrl && new URL(scriptUrl).origin
  const own = !origin || providerSources.scripts.includes(origin) ? [] : [origin]
  if (mode === 'sandbox' && own.length === 0) return undefined
  const provider = mode === 'live' ? providerSources : undefined
  return {
    scripts: [...(provider?.scripts ?? []), ...own],
    frames: [...(provider?.frames ?? []), ...own],
    connections: [...(provider?.connections ?? []), ...own],
    images: [...(provider?.images ?? []), ...own],
  }
}
