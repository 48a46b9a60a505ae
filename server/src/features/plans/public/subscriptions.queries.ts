import { rupeesFromPaise } from '@raahi/contract/money'
import type { PlanType, Subscription } from '@raahi/contract/plans'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'

/** A subscription from a query. Its state is computed by the database's clock. */
export interface SubscriptionRow {
  id: string
  plan_id: string
  plan_name: string
  price_paise: number
  type: PlanType
  validity_days: number
  lead_quota: number
  leads_used: number
  started_at: Date
  ends_at: Date
  is_active: boolean
  days_left: number
}

/** Whether a subscription has not ended and has leads left. */
export const isActive = sql<boolean>`(now() < ends_at and leads_used < lead_quota)`

function subscriptions(db: Kysely<Schema>) {
  return db.selectFrom('subscriptions').select([
    'id',
    'plan_id',
    'plan_name',
    'price_paise',
    'type',
    'validity_days',
    'lead_quota',
    'leads_used',
    'started_at',
    'ends_at',
    isActive.as('is_active'),
    // Rounded up: a plan that ends in an hour has 1 day left, an ended plan has 0.
    sql<number>`greatest(0, ceil(extract(epoch from ends_at - now()) / 86400))::integer`.as(
      'days_left',
    ),
  ])
}

/**
 * All subscriptions of a user: active ones in the order in which purchases use them, then the others, latest end first.
 */
export async function findSubscriptions(
  db: Kysely<Schema>,
  userId: string,
): Promise<SubscriptionRow[]> {
  return subscriptions(db)
    .where('user_id', '=', userId)
    .orderBy(isActive, 'desc')
    .orderBy(sql`case when ${isActive} then ends_at end`)
    .orderBy(sql`case when ${isActive} then id end`)
    .orderBy('ends_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findSubscription(db: Kysely<Schema>, id: string): Promise<SubscriptionRow> {
  return subscriptions(db).where('id', '=', id).executeTakeFirstOrThrow()
}

/** A user's subscription to a plan: the newest active one, or else the newest one. */
export async function findSubscriptionOfPlan(
  db: Kysely<Schema>,
  of: { userId: string; planId: string },
): Promise<SubscriptionRow | undefined> {
  return subscriptions(db)
    .where('user_id', '=', of.userId)
    .where('plan_id', '=', of.planId)
    .orderBy(isActive, 'desc')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function toSubscription(row: SubscriptionRow): Subscription {
  return {
    _id: row.id,
    plan: row.plan_id,
    name: row.plan_name,
    price: rupeesFromPaise(row.price_paise),
    planType: row.type,
    validity: row.validity_days,
    numberOfLeads: row.lead_quota,
    leadsLeft: row.lead_quota - row.leads_used,
    status: row.is_active,
    startDate: row.started_at.toISOString(),
    endDate: row.ends_at.toISOString(),
    daysLeft: row.days_left,
  }
}
