import { automaticBuyingDelaySeconds } from '@raahi/contract/automatic-buying-delay'
import { sql } from 'kysely'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { OnMatch } from '../saved-searches/public/match-lead.ts'

/**
 * Queues the new matches of a lead with searches whose rule is on. They are due after 30 s. Lists show the lead before
 * that, so an agent who reads the list has at least 30 s to buy it first.
 */
export function queueAutomaticBuying(jobs: Pick<JobQueue, 'send'>): OnMatch {
  return async (tx, leadId) => {
    const { rows } = await sql`
      insert into automatic_buying_matches (lead_id, rule_id, due_at)
      select m.lead_id, r.id, now() + make_interval(secs => ${automaticBuyingDelaySeconds})
      from automatic_buying_rules r
        join automatic_buying_limits c on c.rule_id = r.id and c.version = r.version
        join saved_search_matches m on m.search_id = r.search_id and m.lead_id = ${leadId}
      where r.paused_at is null and c.ends_on >= today_in_india()
      -- A match from before the lead was under review may still wait.
      on conflict do nothing returning 1`.execute(tx)
    if (rows.length === 0) return
    await jobs.send(tx, {
      queue: 'buy-automatically',
      data: {},
      startAfterSeconds: automaticBuyingDelaySeconds,
      retries: { limit: 0, firstPauseSeconds: 0 }, // The scheduled task buys what this job leaves.
    })
  }
}
