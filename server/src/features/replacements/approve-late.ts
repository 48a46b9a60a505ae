import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'
import type { BackgroundTask } from '../../platform/jobs/background-task.ts'
import type { QueueMail } from '../../platform/mail/mail.ts'
import { approveAutomatically } from './approve-automatically.ts'
import { replacements } from './replacement-metrics.ts'

interface Deps {
  database: Database
  queueMail: QueueMail
  publicUrl: string
}
type Log = { error(details: object, message: string): void }

/**
 * Approves the requests that were not decided in time, if the return policy of their purchase says so: each in one
 * transaction with its refund, its mail and its entry in the audit log. A request that an admin is deciding is left to
 * the admin. A request that cannot be paid back now is logged, stays pending, and is tried again in the next run.
 */
export async function approveLateRequests(deps: Deps, log: Log): Promise<number> {
  const failed: string[] = []
  for (let approved = 0; ; ) {
    const id = await findLateRequest(deps.database, failed)
    if (id === undefined) return approved
    try {
      if (await approveLate(deps, id)) approved += 1
    } catch (error) {
      failed.push(id)
      log.error({ err: error, request: id }, 'a late replacement request could not be approved')
    }
  }
}

export function approveLateTask(deps: Deps, log: Log): BackgroundTask {
  return {
    name: 'late-replacements',
    everyMs: 60_000,
    runsIn: 'one process',
    run: () => approveLateRequests(deps, log),
  }
}

const isLateSql = sql`r.status = 'pending' and r.decide_by < clock_timestamp() and exists (
  select from return_policies where version = r.policy_version and approves_late)`

async function findLateRequest(database: Database, failed: string[]): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.id from replacement_requests r where ${isLateSql} and r.id <> all(${failed}::uuid[])
    order by r.decide_by limit 1`.execute(database.kysely)
  return rows[0]?.id
}

/** False: it was decided meanwhile. */
async function approveLate({ database, ...deps }: Deps, id: string): Promise<boolean> {
  const returned = await withTransaction(database, async (tx) => {
    if (!(await lockLateRequest(tx, id))) return null
    return (await approveAutomatically(tx, deps, { id, how: 'deadline' })).returned
  })
  if (returned) replacements.inc({ event: `to_${returned}` })
  return returned !== null
}

/** Locks purchase and request, in the order of `decide_replacement`. False: it was decided meanwhile. */
async function lockLateRequest(tx: Transaction, id: string): Promise<boolean> {
  await sql`select from purchases where id = (
    select purchase_id from replacement_requests where id = ${id}) for update`.execute(tx)
  const { rows } = await sql`
    select from replacement_requests r where r.id = ${id} and ${isLateSql} for update`.execute(tx)
  return rows.length > 0
}
