import type { StatementMail } from '@raahi/contract/statements'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

/** The first day of this month in India. */
const thisMonth = sql`date_trunc('month', day_in_india(clock_timestamp())::timestamp)::date`
const lastMonth = sql`(${thisMonth} - interval '1 month')::date`
const inMonth = (day: ReturnType<typeof sql>) => sql<string>`to_char(${day}, 'YYYY-MM')`

export async function findStatementMail(db: Kysely<Schema>): Promise<StatementMail> {
  const { rows } = await sql<{
    month: string
    sent_month: string | null
    email: string
    sent_at: Date
    by_id: string | null
    by_name: string
  }>`
    select ${inMonth(lastMonth)} as month, ${inMonth(sql`m.month`)} as sent_month, m.email, m.sent_at,
      u.id as by_id, u.name as by_name
    from (values (1)) one left join (
      select * from statement_mails order by sent_at desc limit 1
    ) m on true left join users u on u.id = m.sent_by`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the query of the last statement returned no row')
  const { month, sent_month, email, sent_at, by_id, by_name } = row
  const by = by_id === null ? null : { _id: by_id, name: by_name }
  return {
    month,
    lastSent:
      sent_month === null ? null : { month: sent_month, email, at: sent_at.toISOString(), by },
  }
}

/**
 * Takes the statement of the last month for the schedule: once, and only if there was an address before the month ended.
 * @returns the month; undefined if there is nothing to send
 */
export async function takeMonthlyStatement(tx: Transaction): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    insert into statement_mails (month, email)
    select ${lastMonth}, accountant_email from settings
    where accountant_email is not null and accountant_since < ${thisMonth}
    on conflict (month) do nothing
    returning ${inMonth(sql`month`)} as month`.execute(tx)
  return rows[0]?.month
}

/**
 * Takes the statement of the last month for an admin, also if it was sent before.
 * @param seenAt the time of the latest mail that the admin has seen
 * @returns the month; undefined if a later mail exists
 */
export async function takeStatement(
  tx: Transaction,
  { email, userId, seenAt }: { email: string; userId: string; seenAt: string | null },
): Promise<string | undefined> {
  const { rows } = await sql<{ month: string }>`
    insert into statement_mails as m (month, email, sent_by)
    values (${lastMonth}, ${email}, ${userId}::uuid)
    on conflict (month) do update
      set email = excluded.email, sent_at = excluded.sent_at, sent_by = excluded.sent_by
      where m.sent_at is not distinct from ${seenAt}::timestamptz
    returning ${inMonth(sql`month`)} as month`.execute(tx)
  return rows[0]?.month
}

export async function findStatementAddress(
  db: Kysely<Schema>,
  month: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('statement_mails')
    .select('email')
    .where('month', '=', sql<string>`${`${month}-01`}::date`)
    .executeTakeFirst()
  return row?.email
}

/** The last day of a month, YYYY-MM-DD. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
