// @ts-check

const responseTimeoutMs = 30_000

/**
 * Sends the payment to the sandbox.
 * @param {import('./types.d.ts').CheckoutOptions} options
 * @param {URL} folder where the sandbox is
 * @param {import('./types.d.ts').Wish} wish
 * @returns {Promise<{ paid?: import('./types.d.ts').HandlerFields, failed?: import('./types.d.ts').PaymentError }>}
 *   neither if there is no response, so that the result is unknown
 */
export async function pay(options, folder, wish) {
  const { prefill = {} } = options
  try {
    const response = await fetch(new URL('pay', folder), {
      method: 'POST',
      // Browsers log a status of 400 as an error, but a declined payment is an expected response.
      headers: { 'content-type': 'application/json', prefer: 'status=200' },
      credentials: 'omit',
      signal: AbortSignal.timeout(responseTimeoutMs),
      body: JSON.stringify({
        ...wish,
        order_id: options.order_id,
        key_id: options.key,
        amount: Number(options.amount),
        currency: options.currency ?? 'INR',
        email: prefill.email?.slice(0, 256),
        contact: prefill.contact?.slice(0, 256),
        description: options.description?.slice(0, 256),
        notes: options.notes,
      }),
    })
    const answer = await response.json()
    if (response.status >= 500) return {}
    return answer.error ? { failed: answer.error } : { paid: answer }
  } catch {
    return {}
  }
}
