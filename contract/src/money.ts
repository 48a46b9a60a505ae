import { z } from 'zod'

/** The largest amount one call may carry: ₹10,00,000. */
export const maxAmountPaise = 100_000_000

/**
 * Rupees, as they travel on the wire, to integer paise.
 * @returns paise, or null if the number is negative, not finite or has more than two decimals.
 */
export function paiseFromRupees(rupees: number): number | null {
  // The shortest text that reads back as the same number shows its decimals exactly, where
  // multiplying by 100 would round them.
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(rupees))
  if (!match) return null
  const [, whole = '0', fraction = ''] = match
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/**
 * Integer paise to rupees on the wire: 5005 → 50.05. Exact: the quotient is rounded once, to the very
 * number that its two decimals read as.
 */
export function rupeesFromPaise(paise: number): number {
  return paise / 100
}

/**
 * An amount that a person gives: a JSON number of rupees with at most two decimals.
 * @param texts.invalid the form's text for anything that isn't such an amount
 * @param texts.minPaise smallest amount taken
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

/** Rupees in an answer. */
export const rupees = z.number().meta({ description: 'Rupees, at most two decimals' })
