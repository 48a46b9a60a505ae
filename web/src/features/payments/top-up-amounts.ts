import { createOrderWallet } from '@raahi/contract/payments'

/** Frequent amounts in rupees. */
const frequentAmounts = [500, 1000, 2000, 5000]

/**
 * The amounts to choose from, in rupees: first the missing amount, rounded up to whole rupees, then larger frequent
 * amounts. At most four, which fit in one row on a phone.
 */
export function quickAmounts(missingRupees: number | undefined): number[] {
  if (missingRupees === undefined || missingRupees <= 0) return frequentAmounts
  const missing = Math.ceil(missingRupees)
  return [missing, ...frequentAmounts.filter((rupees) => rupees > missing)].slice(
    0,
    frequentAmounts.length,
  )
}

/** The error of an amount; null if it is valid. */
export function validateTopUp(typed: number | string): string | null {
  const amount = typed === '' ? undefined : Number(typed)
  const parsed = createOrderWallet.body.shape.amount.safeParse(amount)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? 'Please enter a valid amount.')
}
