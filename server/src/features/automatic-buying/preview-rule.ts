import {
  type AutomaticBuyingPreview,
  type limitsForm,
  maxPreviewLeads,
  previewDays,
} from '@raahi/contract/automatic-buying'
import { automaticBuyingDelaySeconds } from '@raahi/contract/automatic-buying-delay'
import { rupeesFromPaise } from '@raahi/contract/money'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import type { z } from 'zod'
import type { Database } from '../../platform/database/connect.ts'
import {
  findMatchingLeads,
  type MatchingLead,
} from '../saved-searches/public/find-matching-leads.ts'

type Limits = Pick<z.output<typeof limitsForm>, 'dailyAmount' | 'dailyLeads' | 'maxPrice'>

/**
 * Simulates the purchases of a rule with these limits in the last days, with the current filters. The wallet, plans and
 * other rules are ignored.
 */
export async function previewRule(
  { kysely: db }: Database,
  searchId: string,
  limits: Limits,
): Promise<AutomaticBuyingPreview> {
  const newestFirst = await findMatchingLeads(db, searchId, {
    days: previewDays,
    limit: maxPreviewLeads,
  })
  return simulateRule(newestFirst.toReversed(), limits)
}

/** @param leads the oldest first */
export function simulateRule(
  leads: readonly MatchingLead[],
  limits: Limits,
): AutomaticBuyingPreview {
  const days = new Map<string, { paise: number; leads: number }>()
  const counts = { tooExpensive: 0, withoutPrice: 0, overDailyLimit: 0, soldBefore: 0 }
  for (const lead of leads) {
    const { price_paise: paise } = lead
    const boughtAt = new Date(lead.created_at.getTime() + automaticBuyingDelaySeconds * 1000)
    const day = dayInIndia(boughtAt)
    const spent = days.get(day) ?? { paise: 0, leads: 0 }
    if (lead.sold_at && lead.sold_at < boughtAt) counts.soldBefore += 1
    else if (paise === null) counts.withoutPrice += 1
    else if (paise > limits.maxPrice) counts.tooExpensive += 1
    else if (spent.leads >= limits.dailyLeads || spent.paise + paise > limits.dailyAmount)
      counts.overDailyLimit += 1
    else days.set(day, { paise: spent.paise + paise, leads: spent.leads + 1 })
  }
  const all = [...days.values()]
  return {
    matches: leads.length,
    leads: all.reduce((sum, day) => sum + day.leads, 0),
    amount: rupeesFromPaise(all.reduce((sum, day) => sum + day.paise, 0)),
    ...counts,
  }
}
