import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import { everyMinute, type ScheduledTask } from '../../platform/jobs/scheduled-tasks.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { type AutomaticWay, approveAutomatically } from './approve-automatically.ts'
import { replacementCount } from './replacement-metrics.ts'

interface Deps {
  database: Database
  queueMail: QueueMail
  publicUrl: string
}
type Log = { error(details: object, message: string): void }

/**
 * Approves the pending requests that the return policy of their purchase approves: requests that were not decided in
 * time, and proved requests that were not approved immediately, because the refund could not be paid or the proof came
 * later. Each request has one transaction with its refund, mail and audit entry. A request that an admin is deciding is
 * skipped. A request whose refund cannot be paid now is logged, stays pending, and is tried again in the next run.
 */
export async function approveLateRequests(deps: Deps, log: Log): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select r.id from replacement_requests r where r.status = 'pending' and ${howSql} is not null
    order by r.decide_by`.execute(deps.database.kysely)
  let approved = 0
  for (const { id } of rows) {
    try {
      if (await approveLate(deps, id)) approved += 1
    } catch (error) {
      log.error({ err: error, request: id }, 'a replacement request could not be approved')
    }
  }
  return approved
}

export function approveLateTask(deps: Deps, log: Log): ScheduledTask {
  return {
    name: 'late-replacements',
    cron: everyMinute,
    run: () => approveLateRequests(deps, log),
  }
}

/** The way in which the pending request `r` is approved without an admin. Null: an admin must decide. */
const howSql = sql<AutomaticWay | null>`
  case when r.decide_by < clock_timestamp() and exists (
      select from return_policies where version = r.policy_version and approves_late) then 'deadline'
    else return_proof(r) end`

/** @returns false if the request was decided concurrently */
async function approveLate({ database, ...deps }: Deps, id: string): Promise<boolean> {
  const returned = await withTransaction(database, async (tx) => {
    const how = await lockRequest(tx, id)
    if (!how) return null
    return (await approveAutomatically(tx, deps, { id, how })).returned
  })
  if (returned) replacementCount.inc({ event: `to_${returned}` })
  return returned !== null
}

/**
 * Locks the returns of the agent, purchase and request, in the order of `decide_replacement`.
 * @returns undefined or null if it was decided concurrently
 */
async function lockRequest(tx: Transaction, id: string): Promise<AutomaticWay | null | undefined> {
  await sql`select lock_returns(user_id) from replacement_requests where id = ${id}`.execute(tx)
  await sql`select from purchases where id = (
    select purchase_id from replacement_requests where id = ${id}) for update`.execute(tx)
  const { rows } = await sql<{ how: AutomaticWay | null }>`
    select ${howSql} as how from replacement_requests r
    where r.id = ${id} and r.status = 'pending' for update`.execute(tx)
  return rows[0]?.how
}
