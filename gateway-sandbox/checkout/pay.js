// @ts-check

/**
 * @typedef {{ paid: import('./types.d.ts').HandlerFields }
 *   | { failed: import('./types.d.ts').PaymentError }
 *   | { unreachable: true }} Answer
 */

const answerWithinMs = 30_000

/**
 * Asks the sandbox to pay. Without a response the result is unknown.
 * @param {import('./types.d.ts').CheckoutOptions} options
 * @param {URL} folder
 * @param {import('./types.d.ts').Wish} wish
 * @param {boolean} late
 * @returns {Promise<Answer>}
 */
export async function pay(options, folder, wish, late) {
  const { prefill = {} } = options
  try {
    const response = await fetch(new URL('pay', folder), {
      method: 'POST',
      // A declined payment is an answer too, and nothing that the browser should complain about.
      headers: { 'content-type': 'application/json', prefer: 'status=200' },
      credentials: 'omit',
      signal: AbortSignal.timeout(answerWithinMs),
      body: JSON.stringify({
        ...wish,
        order_id: options.order_id,
        outcome: late && wish.outcome === 'success' ? 'late' : wish.outcome,
        key_id: options.key,
        amount: Number(options.amount),
        currency: options.currency ?? 'INR',
        email: shortened(prefill.email),
        contact: shortened(prefill.contact),
        description: shortened(options.description),
        notes: options.notes,
      }),
    })
    const answer = await response.json()
    if (answer.error && response.status < 500) return { failed: answer.error }
    return response.ok ? { paid: answer } : { unreachable: true }
  } catch {
    return { unreachable: true }
  }
}

/** @param {string | undefined} text */
const shortened = (text) => text?.slice(0, 256)
