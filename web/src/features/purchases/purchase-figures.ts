import { paiseFromRupees } from '@raahi/contract/money'
import type { Purchase } from '@raahi/contract/purchases'
import { dayInIndia } from '../../lib/dates.ts'

/** The three figures above the purchased leads. */
export interface PurchaseFigures {
  totalLeads: number
  /** What the wallet has paid and not got back: an approved replacement returns its price. */
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
    totalSpentPaise: kept.reduce((sum, { cost }) => sum + (paiseFromRupees(cost) ?? 0), 0),
    leadsWithPlans: kept.filter(({ paidWith }) => paidWith === 'plan').length,
    boughtThisMonth: purchases.filter(
      ({ createdAt }) => monthInIndia(new Date(createdAt)) === month,
    ).length,
  }
}

function monthInIndia(instant: Date): string {
  return dayInIndia(instant).slice(0, 'YYYY-MM'.length)
}
