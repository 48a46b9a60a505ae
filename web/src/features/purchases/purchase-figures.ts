import { paiseFromRupees } from '@raahi/contract/money'
import type { Purchase } from '@raahi/contract/purchases'
import { dayInIndia } from '../../lib/dates.ts'

/** The three figures above the purchased leads. */
export interface PurchaseFigures {
  totalLeads: number
  /** Payments from the wallet less refunds of these. */
  totalSpentPaise: number
  /** Leads that plans have paid for and not got back. */
  leadsWithPlans: number
  /** Leads bought in this month of this year, in India. */
  boughtThisMonth: number
}

export function purchaseFigures(purchases: readonly Purchase[], now: Date): PurchaseFigures {
  const month = monthInIndia(now)
  const kept = purchases.filter(({ replacementStatus }) => replacementStatus !== 'approved')
  return {
    totalLeads: purchases.length,
    totalSpentPaise: purchases.reduce((sum, purchase) => sum + spentPaise(purchase), 0),
    leadsWithPlans: kept.filter(({ paidWith }) => paidWith === 'plan').length,
    boughtThisMonth: purchases.filter(
      ({ createdAt }) => monthInIndia(new Date(createdAt)) === month,
    ).length,
  }
}

function spentPaise({ cost, paidWith, replacement }: Purchase): number {
  const refund = paidWith === 'wallet' ? (replacement?.returnedAmount ?? 0) : 0
  return (paiseFromRupees(cost) ?? 0) - (paiseFromRupees(refund) ?? 0)
}

function monthInIndia(instant: Date): string {
  return dayInIndia(instant).slice(0, 'YYYY-MM'.length)
}
