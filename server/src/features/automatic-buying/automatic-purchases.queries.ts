import type { PayWay } from '@raahi/contract/purchases'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

/** A lead that rules are to try to buy now, with its present price; null: none is set. */
export interface DueLead {
  lead_id: string
  price_paise: number | null
}

/** The lead that has been due for longest. */
export async function findDueLead(db: Kysely<Schema>): Promise<DueLead | undefined> {
  const { rows } = await sql<DueLead>`
    select m.lead_id, lead_price_paise(l.lead_type) as price_paise
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

/** A rule that a lead is due for. */
export interface Candidate {
  rule_id: string
  /** Why it must not buy the lead: a code of `refuse_automatic_purchase`. Null: it may try. */
  refusal: string | null
}

/** The rules that a lead is due for, the one of the agent that was served longest ago first. */
export async function findCandidates(
  tx: Transaction,
  { lead_id, price_paise }: DueLead,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select rule_id, refusal from automatic_candidates(${lead_id}, ${price_paise}::bigint)`.execute(
    tx,
  )
  return rows
}

export interface AutomaticAttempt {
  /** Why it was not bought: an error code of `buy_lead` or of `refuse_automatic_purchase`. */
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
  if (!row) throw new Error('buy_lead_automatically answers with one row')
  return row
}

/** Removes matches of a lead. Each was tried once. */
export async function removeMatches(
  tx: Transaction,
  leadId: string,
  ruleIds: readonly string[],
): Promise<void> {
  await sql`delete from automatic_buying_matches
    where lead_id = ${leadId} and rule_id = any(${ruleIds}::uuid[])`.execute(tx)
}

/** Tries a lead later, after an unexpected error, so that it does not stop the leads after it. */
export async function postponeLead(db: Kysely<Schema>, leadId: string): Promise<void> {
  await sql`update automatic_buying_matches set due_at = clock_timestamp() + interval '1 minute'
    where lead_id = ${leadId}`.execute(db)
}

/** What the mail of an automatic purchase says besides the purchase. */
export interface BoughtForRule {
  purchase_id: string
  /** Null: the search was deleted meanwhile. */
  search_name: string | null
  pause_key: string
  /** The present balance. */
  wallet_paise: number
  /** Of the caps that it was made under. */
  daily_paise: number
  daily_leads: number
  /** Of its day, up to this purchase. */
  day_paise: number
  day_leads: number
}

/** The automatic ones of some purchases. */
export async function findBoughtForRules(
  tx: Transaction,
  purchaseIds: readonly string[],
): Promise<BoughtForRule[]> {
  const { rows } = await sql<BoughtForRule>`
    select a.purchase_id, s.name as search_name, r.pause_key, w.balance_paise as wallet_paise, c.daily_paise, c.daily_leads,
      today.paise as day_paise, today.leads as day_leads
    from automatic_purchases a join automatic_buying_rules r on r.id = a.rule_id
      join automatic_buying_caps c on c.rule_id = a.rule_id and c.version = a.version
      join accounts w on w.id = a.user_id
      left join saved_searches s on s.id = r.search_id
      cross join lateral (select sum(t.paise)::bigint as paise, count(*)::integer as leads from automatic_purchases t
        where t.rule_id = a.rule_id and t.day = a.day and t.id <= a.id) today
    where a.purchase_id = any(${purchaseIds}::uuid[])`.execute(tx)
  return rows
}
