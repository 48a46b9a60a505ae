import { type Insertable, type Kysely, sql } from 'kysely'
import type { Schema } from '../platform/database/schema.ts'
import { makeLead } from './factories.ts'

/** Creates a lead and queues its comparison with saved searches, as the use cases do. @returns its id */
export async function putLeadOnSale(
  db: Kysely<Schema>,
  fields: Partial<Insertable<Schema['leads']>> = {},
): Promise<string> {
  const leadId = await makeLead(db, fields)
  await queueMatching(db, [leadId])
  return leadId
}

/** Queues the comparison of leads that factories created. */
export async function queueMatching(db: Kysely<Schema>, leadIds: readonly string[]): Promise<void> {
  await sql`
    insert into pgboss.job (name, data, retry_limit, retry_delay, expire_seconds, deletion_seconds)
    select 'match-lead', jsonb_build_object('leadId', id), 20, 1, 120, 86400
    from unnest(${leadIds}::uuid[]) id`.execute(db)
}

/** Queues a run of a scheduled task in a running product, unless one is queued or running. */
export async function queueTask(db: Kysely<Schema>, task: string): Promise<void> {
  await sql`
    insert into pgboss.job (name, data, policy, singleton_key, retry_limit, expire_seconds, deletion_seconds)
    values ('scheduled', jsonb_build_object('task', ${task}::text), 'exclusive', ${task}, 0, 600, 3600)
    on conflict do nothing`.execute(db)
}
