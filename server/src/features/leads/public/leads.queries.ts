import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/database/transaction.ts'
import { type LeadRow, tripColumns } from './lead-response.ts'

/** The projection of a lead or an enquiry for an SQL text, such as `l.id, l.number`. */
export function tripColumnsSql(table: 'l' | 'e') {
  return sql.join(tripColumns.map((column) => sql.ref(`${table}.${column}`)))
}

/** Whether a lead has an email, without reading it; the email of an erased lead is empty. */
export function hasEmailSql(table: 'leads' | 'l') {
  return sql<boolean>`coalesce(${sql.ref(`${table}.email`)} <> '', false)`
}

/** Whether agents may see lead `l`: it is not deleted, and no correction waits for an admin. */
export const isShownToAgentsSql = sql<boolean>`(l.deleted_at is null and l.corrected_from is null)`

/** Ends the review of a lead. The database computes `is_expired` again. */
export const endReview = { corrected_from: null, is_expired: false }

/**
 * Whether lead `l` can be bought. `is_expired` alone is not enough, because leads that expired at the last midnight may
 * not be marked yet.
 */
export const isForSaleSql = sql<boolean>`(l.status = 'buy' and l.deleted_at is null and not l.is_expired
  and is_travel_over(l.travel_date, l.month_end, today_in_india()) is not true)`

/** The prices of unsold leads on a day in India, by type and age. Each lead `l` has one of them, as `price`. */
export function leadPricesSql(prices: RawBuilder<unknown>) {
  return sql`join ${prices} price on price.lead_type = l.lead_type
    and l.created_at >= price.created_from and l.created_at < price.created_before`
}

/** The current price of a lead `l` for sale, the frozen price of a sold lead. */
export const costSql = sql<number | null>`
  case when l.status = 'sold' then l.sold_cost_paise else price.price_paise end`

/** The price of a lead `l` for sale without the step for its age; null without such a step. */
export const fullCostSql = sql<number | null>`
  case when l.status = 'buy' and price.price_paise < price.full_price_paise then price.full_price_paise end`

/**
 * Selects leads `l` with current prices, as an agent sees them before a purchase, without leads that agents may not see. The
 * statement does not read contacts.
 */
export const publicLeadsSql = sql<LeadRow>`
  select ${tripColumnsSql('l')}, l.status,
    l.status = 'buy' and coalesce(is_travel_over(l.travel_date, l.month_end, today_in_india()), false) as expired,
    false as under_review,
    ${costSql} as cost_paise, ${fullCostSql} as full_cost_paise,
    ${hasEmailSql('l')} as has_email, null as phone, null as email, null as replacement_status
  from leads l ${leadPricesSql(sql`lead_prices(today_in_india())`)} where ${isShownToAgentsSql}`

/** Finds a lead with all fields that an admin sees; undefined if it is missing or deleted. */
export async function findLead(tx: Transaction, id: string): Promise<LeadRow | undefined> {
  return tx
    .selectFrom('leads as l')
    .innerJoin(
      sql<{ price_paise: number | null; full_price_paise: number | null }>`lateral (
        select * from lead_price(l.lead_type, l.created_at, today_in_india()))`.as('price'),
      (join) => join.onTrue(),
    )
    .select([...tripColumns, 'phone', 'email', 'status', 'sold_cost_paise'])
    .select([costSql.as('cost_paise'), fullCostSql.as('full_cost_paise')])
    .select(hasEmailSql('l').as('has_email'))
    .select(sql<null>`null`.as('replacement_status'))
    .select(
      sql<boolean>`status = 'buy' and coalesce(is_travel_over(travel_date, month_end, today_in_india()), false)`.as(
        'expired',
      ),
    )
    .select(sql<boolean>`corrected_from is not null`.as('under_review'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Locks a lead that is not deleted, so that concurrent purchases and changes wait. */
export async function lockLead(tx: Transaction, id: string): Promise<LeadRow | undefined> {
  await tx.selectFrom('leads').select('id').where('id', '=', id).forUpdate().execute()
  // Read again under the lock, because earlier transactions have committed by now.
  return findLead(tx, id)
}
