import { z } from 'zod'

/** The largest amount of one call: ₹10,00,000. */
export const maxAmountPaise = 100_000_000

/**
 * Converts rupees, as the API sends them, to integer paise.
 * @returns paise, or null if the number is negative, not finite or has more than two decimals.
 */
export function paiseFromRupees(rupees: number): number | null {
  // `String` writes the shortest decimal that parses to the same number, so its digits are exact.
  // Multiplying by 100 would round.
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(rupees))
  if (!match) return null
  const [, whole = '0', fraction = ''] = match
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/**
 * Converts integer paise to rupees, as the API sends them: 5005 → 50.05. The division rounds to the
 * number nearest to the exact decimal, which prints with at most two decimals.
 */
export function rupeesFromPaise(paise: number): number {
  return paise / 100
}

/** What a wallet lacks for a cost, both in rupees; 0 if the balance is sufficient. */
export function missingPaise(wallet: number, cost: number): number {
  return Math.max(0, (paiseFromRupees(cost) ?? 0) - (paiseFromRupees(wallet) ?? 0))
}

/**
 * An amount in a request: a JSON number of rupees with at most two decimals.
 * @param texts.invalid the error of any other value
 * @param texts.minPaise the smallest accepted amount
 */
export function rupeesInput(texts: { invalid: string; minPaise: number }) {
  return z
    .number({ error: texts.invalid })
    .nonnegative({ error: texts.invalid, abort: true })
    .refine((rupees) => paiseFromRupees(rupees) !== null, {
      error: 'Enter an amount in rupees with at most two decimals.',
    })
    .refine((rupees) => (paiseFromRupees(rupees) ?? 0) >= texts.minPaise, { error: texts.invalid })
    .refine((rupees) => (paiseFromRupees(rupees) ?? 0) <= maxAmountPaise, {
      error: 'Enter an amount up to ₹10,00,000.',
    })
    .transform((rupees) => paiseFromRupees(rupees) ?? 0)
    .meta({ description: 'Rupees, at most two decimals' })
}

/** Rupees in a query, at most two decimals: '100' or '99.50'. */
export const rupeesText = /^\d{1,7}(\.\d{1,2})?$/

/** Rupees in a response. */
export const rupees = z.number().meta({ description: 'Rupees, at most two decimals' })
