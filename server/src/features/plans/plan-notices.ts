import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { everyMinute, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { type PlanNotice, reminderMail, usedUpMail } from './plan-mails.ts'

/** Notices per transaction. Small, because purchases wait for the plans that the transaction locks. */
const atOnce = 50

interface Deps {
  database: Database
  queueMail: QueueMail
  publicUrl: string
}

/** Which plans are due, the column that marks the notice, and its mail. */
const kinds = [
  {
    // A plan of three days or less needs no reminder, because it was bought at most three days before its end.
    due: sql`s.reminded_at is null and s.ends_at > now() and s.ends_at <= now() + interval '72 hours'
      and s.validity_days > 3 and not s.is_used_up`,
    mark: sql.ref('reminded_at'),
    mail: reminderMail,
  },
  {
    due: sql`s.is_used_up and s.used_up_told_at is null and s.ends_at > now()`,
    mark: sql.ref('used_up_told_at'),
    mail: usedUpMail,
  },
]

/**
 * Mails agents whose plan ends within three days or is used up: one mail of each kind per plan. Mark and queued mail
 * are committed together, so that no crash loses or repeats a mail. Several processes may run this concurrently. A
 * suspended agent gets no mail, and after reactivation only the notices that are still due.
 */
export async function sendPlanNotices(deps: Deps): Promise<void> {
  for (const kind of kinds) {
    for (;;) {
      const sent = await withTransaction(deps.database, async (tx) => {
        const notices = await markDue(tx, kind)
        for (const notice of notices) await deps.queueMail(tx, kind.mail(notice, deps.publicUrl))
        return notices.length
      })
      if (sent < atOnce) break
    }
  }
}

export function planNoticesTask(deps: Deps): ScheduledTask {
  return {
    name: 'plan-notices',
    cron: everyMinute,
    run: () => sendPlanNotices(deps),
  }
}

/** Marks the notices of some plans. Plans that another process or a purchase has locked are skipped until the next run. */
async function markDue(
  tx: Transaction,
  { due, mark }: (typeof kinds)[number],
): Promise<PlanNotice[]> {
  const { rows } = await sql<PlanNotice>`
    update subscriptions s set ${mark} = now() from agency_owners u
    where u.id = s.user_id and s.id in (
      select s.id from subscriptions s join users u on u.id = s.user_id and u.status = 'active'
      where ${due} order by s.ends_at limit ${atOnce}::integer for no key update of s skip locked)
    returning u.email, u.name, u.email_confirmed_at as "emailConfirmedAt", s.plan_name, s.type, s.lead_quota, s.leads_used, s.ends_at,
      now() as told_at, ceil(extract(epoch from s.ends_at - now()) / 86400)::integer as days_left,
      exists (select from subscriptions o where o.user_id = s.user_id and o.id <> s.id
        and o.ends_at > now() and not o.is_used_up) as has_other_plans`.execute(tx)
  return rows
}
