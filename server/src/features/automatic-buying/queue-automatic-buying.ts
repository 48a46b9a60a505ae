import { automaticBuyingDelaySeconds } from '@raahi/contract/automatic-buying-delay'
import { sql } from 'kysely'
import type { OnMatches } from '../saved-searches/match-new-leads.ts'

/**
 * Queues new matches of searches whose rule is on. A match is due 30 s after it was found. Lists show the lead before
 * that, so an agent who reads the list has at least 30 s to buy it first.
 */
export const queueAutomaticBuying: OnMatches = async (tx, leadIds) => {
  await sql`
    insert into automatic_buying_matches (lead_id, rule_id, due_at)
    select m.lead_id, r.id, clock_timestamp() + make_interval(secs => ${automaticBuyingDelaySeconds})
    from automatic_buying_rules r
      join automatic_buying_caps c on c.rule_id = r.id and c.version = r.version
      join saved_search_matches m on m.search_id = r.search_id and m.lead_id = any(${leadIds}::uuid[])
    where r.paused_at is null and c.ends_on >= today_in_india()
    -- A match from before the lead was under review may still wait.
    on conflict do nothing`.execute(tx)
}
