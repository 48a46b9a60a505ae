import type { PayWay } from '@raahi/contract/purchases'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'

/** A lead with due matches, and its current price; null if none is set. */
export interface DueLead {
  lead_id: string
  price_paise: number | null
}

/** Finds the lead that has been due for the longest time. */
export async function findDueLead(db: Kysely<Schema>): Promise<DueLead | undefined> {
  const { rows } = await sql<DueLead>`
    select m.lead_id, (lead_price(l.lead_type, l.created_at, today_in_india())).price_paise
    from automatic_buying_matches m join leads l on l.id = m.lead_id
    where m.due_at <= clock_timestamp() order by m.due_at, m.lead_id limit 1`.execute(db)
  return rows[0]
}

/** @returns false if another process is buying automatically */
export async function lockAutomaticBuying(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('automatic buying', 0)) as is_free`.execute(
    tx,
  )
  return rows[0]?.is_free ?? false
}

/** A rule with a due match of a lead. */
export interface Candidate {
  rule_id: string
  /** Why the rule must not buy the lead: a code of `refuse_automatic_purchase`; null if it may try. */
  refusal: string | null
}

/**
 * Finds the rules with a due match of a lead. The first rule is that of the agent who has waited longest since an
 * automatic purchase or, if that is later, since the rule was switched on.
 */
export async function findCandidates(
  tx: Transaction,
  { lead_id, price_paise }: DueLead,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select r.id as rule_id, case when u.status <> 'active' then 'off' else
        refuse_automatic_purchase(r, ${lead_id}, day_in_india(clock_timestamp()), ${price_paise}::bigint, cost.paise,
          coalesce(a.balance_paise, 0) - cost.paise) end as refusal
    from automatic_buying_matches m
      join automatic_buying_rules r on r.id = m.rule_id
      join users u on u.id = r.user_id
      left join accounts a on a.id = r.user_id
      join leads l on l.id = m.lead_id
      cross join lateral (select case when exists (
          select from subscriptions s where s.user_id = r.user_id and s.ends_at > clock_timestamp()
            and s.leads_used < s.lead_quota and s.type in (l.lead_type, 'both')
        ) then 0 else ${price_paise}::bigint end as paise) cost
      left join lateral (select b.created_at as at from automatic_purchases p join purchases b on b.id = p.purchase_id
        where p.user_id = r.user_id order by p.id desc limit 1) served on true
      cross join lateral (select max(p.id) as last from automatic_purchases p where p.rule_id = r.id) served_rule
    where m.lead_id = ${lead_id} and m.due_at <= clock_timestamp()
    -- An agent waits since the last automatic purchase or, if that is later, since the rule was switched on, so that a new
    -- account or rule starts at the end. greatest() ignores nulls.
    order by greatest(served.at, r.on_since), served_rule.last nulls first, r.on_since, r.id`.execute(
    tx,
  )
  return rows
}

export interface AutomaticAttempt {
  /**
   * Why the lead was not bought: an error code of `buy_lead` or of `refuse_automatic_purchase`; null if it was bought.
   */
  refusal: string | null
  paid_with: PayWay
}

export async function buyLeadAutomatically(
  tx: Transaction,
  attempt: {
    ruleId: string
    leadId: string
    pricePaise: number
    purchaseId: string
    entryId: string
  },
): Promise<AutomaticAttempt> {
  const { ruleId, leadId, pricePaise, purchaseId, entryId } = attempt
  const { rows } = await sql<AutomaticAttempt>`
    select * from buy_lead_automatically(${ruleId}, ${leadId}, ${pricePaise}::bigint, ${purchaseId}, ${entryId})`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('buy_lead_automatically returned no row')
  return row
}

/** Removes matches of a lead, because each rule tries a lead once. */
export async function removeMatches(
  tx: Transaction,
  leadId: string,
  ruleIds: readonly string[],
): Promise<void> {
  await sql`delete from automatic_buying_matches
    where lead_id = ${leadId} and rule_id = any(${ruleIds}::uuid[])`.execute(tx)
}

/** Postpones a lead after an unexpected error, so that it does not block the leads after it. */
export async function postponeLead(db: Kysely<Schema>, leadId: string): Promise<void> {
  await sql`update automatic_buying_matches set due_at = clock_timestamp() + interval '1 minute'
    where lead_id = ${leadId}`.execute(db)
}

/** The facts in the mail about an automatic purchase, besides the purchase. */
export interface BoughtForRule {
  purchase_id: string
  /** Null if the search was deleted meanwhile. */
  search_name: string | null
  pause_key: string
  /** The current balance. */
  wallet_paise: number
  /** The limits that applied to the purchase. */
  daily_paise: number
  daily_leads: number
  /** The totals of the rule on that day, up to and including this purchase. */
  day_paise: number
  day_leads: number
}

/** Finds the facts of an automatic purchase; undefined for any other purchase. */
export async function findBoughtForRule(
  tx: Transaction,
  purchaseId: string,
): Promise<BoughtForRule | undefined> {
  const { rows } = await sql<BoughtForRule>`
    select a.purchase_id, s.name as search_name, r.pause_key, w.balance_paise as wallet_paise, c.daily_paise, c.daily_leads,
      today.paise as day_paise, today.leads as day_leads
    from automatic_purchases a join automatic_buying_rules r on r.id = a.rule_id
      join automatic_buying_limits c on c.rule_id = a.rule_id and c.version = a.version
      join accounts w on w.id = a.user_id
      left join saved_searches s on s.id = r.search_id
      cross join lateral (select sum(t.paise)::bigint as paise, count(*)::integer as leads from automatic_purchases t
        where t.rule_id = a.rule_id and t.day = a.day and t.id <= a.id) today
    where a.purchase_id = ${purchaseId}`.execute(tx)
  return rows[0]
}
