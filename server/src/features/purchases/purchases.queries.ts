import type { PayWay } from '@raahi/contract/purchases'
import type { ReplacementReason } from '@raahi/contract/replacements'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type LeadRow, tripColumns } from '../leads/lead-wire.ts'
import { hasEmailSql } from '../leads/leads.queries.ts'
import type { SubscriptionRow } from '../plans/subscriptions.queries.ts'
import type { BuyLeadCommand } from './purchase-command.ts'

export interface BoughtLead {
  purchase_id: string
  cost_paise: number
  paid_with: PayWay
  wallet_paise: number
  /** The plan that paid, as the purchase left it; null where the wallet paid. */
  subscription: SubscriptionRow | null
  phone: string
  email: string | null
  replayed: boolean
}

/** What `buy_lead` takes. */
export type PurchaseToMake = BuyLeadCommand & { purchaseId: string; entryId: string }

/** Runs `buy_lead`, which makes a purchase in one statement. */
export async function callBuyLead(
  database: Database,
  purchase: PurchaseToMake,
): Promise<BoughtLead> {
  const { rows } = await database.prepared<BoughtLead>({
    name: 'buy-lead',
    text: 'select * from buy_lead($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    values: [
      purchase.purchaseId,
      purchase.entryId,
      purchase.userId,
      purchase.leadId,
      purchase.expectedCostPaise ?? null,
      purchase.payWith ?? null,
      purchase.idempotency?.key ?? null,
      purchase.idempotency?.requestHash ?? null,
      purchase.requestId,
      purchase.ip,
    ],
  })
  const [bought] = rows
  if (!bought) throw new Error('buy_lead answers with one row or refuses')
  return readBought(bought)
}

type BoughtOrRefused = BoughtLead & {
  turn: number
  refusal_state: string | null
  refusal: string | null
}

/**
 * Runs `buy_leads`: each purchase of the batch succeeds or fails separately, all in one transaction.
 * @returns the purchases in the order of the batch, or the database error of each failed one
 */
export async function callBuyLeads(
  database: Database,
  purchases: PurchaseToMake[],
): Promise<(BoughtLead | Error)[]> {
  const { rows } = await database.prepared<BoughtOrRefused>({
    name: 'buy-leads',
    text: 'select * from buy_leads($1)',
    values: [JSON.stringify(purchases.map(toParameters))],
  })
  const answers = new Map(rows.map((row) => [row.turn, row]))
  return purchases.map((_, turn) => {
    const row = answers.get(turn)
    if (!row) return new Error('buy_leads answers each purchase with one row')
    const { refusal_state: code, refusal } = row
    return code === null ? readBought(row) : Object.assign(new Error(refusal ?? ''), { code })
  })
}

function toParameters({ idempotency, ...purchase }: PurchaseToMake, turn: number) {
  return {
    turn,
    purchase_id: purchase.purchaseId,
    entry_id: purchase.entryId,
    user_id: purchase.userId,
    lead_id: purchase.leadId,
    expected_cost_paise: purchase.expectedCostPaise,
    pay_with: purchase.payWith,
    key: idempotency?.key,
    request_hash: idempotency?.requestHash.toString('hex'),
    request_id: purchase.requestId,
    ip: purchase.ip,
  }
}

function readBought({ subscription, ...bought }: BoughtLead): BoughtLead {
  return { ...bought, subscription: subscription && readSubscription(subscription) }
}

/** The function returns the plan as JSON, in which instants are text. */
function readSubscription(row: SubscriptionRow): SubscriptionRow {
  return { ...row, started_at: new Date(row.started_at), ends_at: new Date(row.ends_at) }
}

export interface PurchaseRow extends LeadRow {
  purchase_id: string
  user_id: string
  user_name: string
  user_email: string
  paid_cost_paise: number
  paid_with: PayWay
  plan_name: string | null
  bought_at: Date
  /** How often its replacement was requested, and the latest request. */
  requests: number | null
  reason_code: ReplacementReason | null
  reason_text: string | null
  requested_at: Date | null
  decided_at: Date | null
  rejection_reason: string | null
  returned: PayWay | null
  returned_paise: number | null
  /** Null if the lead came from no enquiry. */
  contact_stopped: boolean | null
}

/** Every purchase of a user with the lead's contact, newest first, also of deleted leads. */
export async function findPurchases(database: Database, userId: string): Promise<PurchaseRow[]> {
  return database.kysely
    .selectFrom('purchases as p')
    .innerJoin('leads as l', 'l.id', 'p.lead_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .leftJoin('subscriptions as s', 's.id', 'p.subscription_id')
    .leftJoin('lead_origins as o', 'o.lead_id', 'p.lead_id')
    .leftJoin('enquiries as q', 'q.id', 'o.enquiry_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('replacement_requests as r')
          .select([
            'r.reason_code',
            'r.reason_text',
            'r.created_at as requested_at',
            'r.decided_at',
            'r.rejection_reason',
            'r.returned',
            sql<number | null>`case r.returned when 'wallet' then r.refund_paise end`.as(
              'returned_paise',
            ),
            sql<number>`count(*) over ()`.as('requests'),
          ])
          .whereRef('r.purchase_id', '=', 'p.id')
          // Skips the look-up for the purchases without a request, which are most.
          .where('p.replacement_status', '<>', 'no-replacement')
          .orderBy('r.created_at', 'desc')
          .limit(1)
          .as('request'),
      (join) => join.onTrue(),
    )
    .select([
      'p.id as purchase_id',
      'p.user_id',
      'u.name as user_name',
      'u.email as user_email',
      'p.cost_paise as paid_cost_paise',
      'p.paid_with',
      's.plan_name',
      'p.created_at as bought_at',
      'p.replacement_status',
      sql<boolean | null>`q.status = 'withdrawn' or q.erased_at is not null`.as('contact_stopped'),
      'request.requests',
      'request.reason_code',
      'request.reason_text',
      'request.requested_at',
      'request.decided_at',
      'request.rejection_reason',
      'request.returned',
      'request.returned_paise',
      'l.phone',
      'l.email',
      hasEmailSql('l').as('has_email'),
      'l.status',
      // Only unsold leads expire.
      sql<boolean>`false`.as('expired'),
      'l.sold_cost_paise as cost_paise',
    ])
    .select(tripColumns.map((column) => `l.${column}` as const))
    .where('p.user_id', '=', userId)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute()
}
