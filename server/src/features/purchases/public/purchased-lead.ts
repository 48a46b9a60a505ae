import type { PurchasedLead } from '@raahi/contract/purchase-feed'
import type { PayWay } from '@raahi/contract/purchases'
import { sql } from 'kysely'
import { leadLabel, type TripRow, toTrip } from '../../leads/public/lead-response.ts'
import { tripColumnsSql } from '../../leads/public/leads.queries.ts'

export type PurchasedLeadRow = TripRow<'leads'> & {
  purchase_id: string
  bought_at: Date
  price_paise: number
  paid_paise: number
  paid_with: PayWay
  phone: string
  email: string | null
  is_stopped: boolean
}

/** Purchases `p` with their leads `l`, as the systems of the buyer read them. */
export const purchasedLeadsSql = sql`
  select ${tripColumnsSql('l')}, l.phone, l.email, is_contact_stopped(p) as is_stopped, p.id as purchase_id,
    p.created_at as bought_at, p.price_paise, p.cost_paise as paid_paise, p.paid_with, p.number as purchase_number
  from purchases p join leads l on l.id = p.lead_id`

/** Contains what the traveller gave only while the traveller may be contacted. */
export function toPurchasedLead(row: PurchasedLeadRow): PurchasedLead {
  const lead = { _id: row.id, leadId: leadLabel(row.number) }
  return {
    purchaseId: row.purchase_id,
    purchasedAt: row.bought_at.toISOString(),
    pricePaise: row.price_paise,
    costPaise: row.paid_paise,
    paidWith: row.paid_with,
    lead: row.is_stopped ? lead : { ...lead, ...toTrip(row), phone: row.phone, email: row.email },
  }
}
