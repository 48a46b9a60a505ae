import type pg from 'pg'

// Fills large databases. Triggers, foreign keys and indexes take most of the time of a single insert, so the rows are
// inserted without them. The tables that triggers maintain are then computed from all rows. The invariants check these
// tables.

/** Runs `work` with triggers and foreign key checks disabled on this connection. Requires a superuser. */
export async function withoutTriggers(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(`set work_mem = '256MB'`)
  await work()
  await client.query('reset work_mem')
  await client.query('reset session_replication_role')
}

/** Drops the indexes of these tables, except those of constraints, runs `work`, and creates them again. */
export async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid
     where i.indrelid = any ($1::regclass[]) and c.oid is null
     order by 1`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  await client.query(`set maintenance_work_mem = '1GB'`)
  for (const { definition } of rows) await client.query(definition)
  await client.query('reset maintenance_work_mem')
}

/** Computes the index of contacts of leads that were inserted without triggers. */
export async function copyLeads(client: pg.Client): Promise<void> {
  // Inserted in the order of the index, which is faster.
  await client.query(
    `insert into lead_contacts (contact_hash, lead_id, phone)
     select contact_hash(phone), id, phone from leads where phone <> ''
     union select contact_hash(email), id, null from leads where email <> '' order by 1, 2`,
  )
}
