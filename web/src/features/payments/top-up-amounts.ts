import { createOrderWallet } from '@raahi/contract/payments'

/** Rupees that are added often. */
const oftenAdded = [500, 1000, 2000, 5000]

/**
 * Amounts to choose from, in rupees: what is missing for something first, rounded up to whole rupees, then more
 * of what is added often. Four at most: they stand in one row on a phone.
 */
export function quickAmounts(missingRupees: number | undefined): number[] {
  if (missingRupees === undefined || missingRupees <= 0) return oftenAdded
  const missing = Math.ceil(missingRupees)
  return [missing, ...oftenAdded.filter((rupees) => rupees > missing)].slice(0, oftenAdded.length)
}

/** Why an amount, as typed, cannot be added; null where it can. */
export function topUpFault(typed: number | string): string | null {
  const amount = typed === '' ? undefined : Number(typed)
  const parsed = createOrderWallet.body.shape.amount.safeParse(amount)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'Please enter a valid amount.')
}
