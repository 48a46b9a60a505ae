import type { AutomaticBuyingRule, PausedBy } from '@raahi/contract/automatic-buying'
import { rupeesFromPaise } from '@raahi/contract/money'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Transaction } from '../../../platform/database/transaction.ts'
import type { RuleOfSearch } from '../../saved-searches/public/save-search.ts'

interface RuleRow {
  id: string
  search_id: string
  version: number
  paused_by: PausedBy | null
  is_search_paused: boolean
  has_other_filters: boolean
  has_ended: boolean
  daily_paise: number
  daily_leads: number
  max_price_paise: number
  floor_paise: number
  ends_on: string
  day_paise: number
  day_leads: number
}

/** Finds the rules of an agent, except those whose search was deleted. */
export async function findRules(
  db: Kysely<Schema>,
  userId: string,
  searchId: string | null = null,
): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select r.id, r.search_id, r.version, r.paused_by, s.paused_at is not null as is_search_paused,
      filters_of_search(s) <> c.filters as has_other_filters, c.ends_on < today_in_india() as has_ended,
      c.daily_paise, c.daily_leads, c.max_price_paise, c.floor_paise, c.ends_on, today.day_paise, today.day_leads
    from automatic_buying_rules r join saved_searches s on s.id = r.search_id
      join automatic_buying_limits c on c.rule_id = r.id and c.version = r.version
      cross join lateral (select coalesce(sum(a.paise), 0)::bigint as day_paise, count(*)::integer as day_leads
        from automatic_purchases a where a.rule_id = r.id and a.day = today_in_india()) today
    where r.user_id = ${userId} and (${searchId}::uuid is null or r.search_id = ${searchId})
    order by lower(s.name)`.execute(db)
  return rows
}

export function toRule(row: RuleRow): AutomaticBuyingRule {
  return {
    searchId: row.search_id,
    state: stateOf(row),
    pausedBy: row.paused_by,
    dailyAmount: rupeesFromPaise(row.daily_paise),
    dailyLeads: row.daily_leads,
    maxPrice: rupeesFromPaise(row.max_price_paise),
    walletFloor: rupeesFromPaise(row.floor_paise),
    endsOn: row.ends_on,
    today: { amount: rupeesFromPaise(row.day_paise), leads: row.day_leads },
  }
}

function stateOf(row: RuleRow): AutomaticBuyingRule['state'] {
  if (row.paused_by === 'filters') return 'changed'
  if (row.paused_by) return 'paused'
  if (row.has_other_filters) return 'changed'
  if (row.has_ended) return 'ended'
  return row.is_search_paused ? 'search-paused' : 'on'
}

/**
 * Serialises transactions that switch on a rule of an agent or suspend the agent. Row locks are not enough, because a
 * suspension does not see a new rule before its commit. Lock order: before the rules.
 */
export async function lockRulesOfAgent(tx: Transaction, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('automatic buying of ' || ${userId}::text, 0))`.execute(
    tx,
  )
}

/** Locks the rule of a search, so that purchases of the rule wait. */
export async function lockRule(
  tx: Transaction,
  searchId: string,
): Promise<{ id: string; version: number } | undefined> {
  return tx
    .selectFrom('automatic_buying_rules')
    .select(['id', 'version'])
    .where('search_id', '=', searchId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Pauses the rules of an agent that are not paused yet. It waits for running purchases of these rules; later purchases
 * are refused. Lock order: the rules before the user and the wallet.
 * @returns the agent and the search of each paused rule
 */
export async function pauseRules(
  tx: Transaction,
  which: { userId: string; searchId?: string; setBy?: string } | { key: string },
  by: PausedBy,
): Promise<{ user_id: string; search_id: string | null }[]> {
  const paused = tx
    .updateTable('automatic_buying_rules')
    .set({ paused_at: sql<Date>`clock_timestamp()`, paused_by: by })
    .where('paused_at', 'is', null)
    .returning(['user_id', 'search_id'])
  if ('key' in which) return paused.where('pause_key', '=', which.key).execute()
  const { setBy } = which
  const ofAgent = paused
    .where('user_id', '=', which.userId)
    .$if(setBy !== undefined, (some) =>
      some.where(sql<boolean>`coalesce(set_by, user_id) = ${setBy}`),
    )
  return (which.searchId ? ofAgent.where('search_id', '=', which.searchId) : ofAgent).execute()
}

/** What a change of a saved search does to its rule. */
export const ruleOfSearch: RuleOfSearch = {
  lock: lockRule,
  pause: pauseRules,
}
