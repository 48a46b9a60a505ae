import { normalisePhone } from '@raahi/contract/phones'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type Transaction, withTransaction } from '../../platform/database/transaction.ts'

const maxRows = 500
const lockKey = sql`hashtextextended('normalise phones', 0)`
/** Rows whose number may lack its normal form. The numbers of most rows are Indian mobile numbers, which have it. */
const mayLackForm = sql`phone <> '' and phone !~ '^\\+91[6-9][0-9]{9}$'`

interface Change {
  id: string
  phone: string
  normal: string
}

/**
 * Normalises the phone numbers that were stored before this release, once: in batches, of which each is committed, so
 * that a start after a crash continues. A number without a normal form keeps its text. This also applies to sold leads,
 * whose buyer could not call the number otherwise; issued invoices and sent quotes keep theirs.
 */
export async function normaliseStoredPhones(database: Database): Promise<void> {
  const { rows } = await sql`select from phone_normalisation`.execute(database.kysely)
  if (rows.length > 0) return
  for (const table of ['users', 'leads', 'enquiries'] as const) {
    let after: string | null = '00000000-0000-0000-0000-000000000000'
    while (after !== null) after = await normaliseBatch(database, table, after)
  }
  await sql`insert into phone_normalisation default values on conflict do nothing`.execute(
    database.kysely,
  )
}

/** @returns the last id of the batch; null after the last batch */
async function normaliseBatch(
  database: Database,
  table: 'users' | 'leads' | 'enquiries',
  after: string,
): Promise<string | null> {
  return withTransaction(database, async (tx) => {
    // Processes that start at once take turns.
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    const { rows } = await sql<{ id: string; phone: string }>`
      select id, phone from ${sql.table(table)} where id > ${after} and ${mayLackForm}
      order by id limit ${maxRows}`.execute(tx)
    const changes = rows.flatMap(({ id, phone }): Change[] => {
      const normal = normalisePhone(phone)
      return normal && normal !== phone ? [{ id, phone, normal }] : []
    })
    for (const change of changes) {
      if (table === 'users') await changeUser(tx, change)
      else await changeTraveller(tx, table, change)
    }
    return rows.at(-1)?.id ?? null
  })
}

async function changeTraveller(
  tx: Transaction,
  table: 'leads' | 'enquiries',
  { id, phone, normal }: Change,
): Promise<void> {
  // The digest of a sold contact follows, unless the contact had changed since the sale: the audit still finds that.
  const digest = sql`, contact_digest = case when contact_digest = contact_digest(name, phone, email)
    then contact_digest(name, ${normal}, email) else contact_digest end`
  await sql`update ${sql.table(table)} set phone = ${normal} ${table === 'leads' ? digest : sql``}
    where id = ${id} and phone = ${phone}`.execute(tx)
}

/** Changes nothing if another account has the normal form: the clash is recorded for the admins. */
async function changeUser(tx: Transaction, { id, phone, normal }: Change): Promise<void> {
  const { numAffectedRows } = await sql`
    update users set phone = ${normal} where id = ${id} and phone = ${phone}
      and not exists (select from users other where other.phone = ${normal})`.execute(tx)
  if (numAffectedRows) return
  await sql`
    insert into phone_clashes (user_id, phone, normal_form) values (${id}, ${phone}, ${normal})
    on conflict do nothing`.execute(tx)
}
