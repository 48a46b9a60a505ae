import type { MoneyRequestKind, MoneyRequestStatus } from '@raahi/contract/money-requests'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { joinConditions } from '../../platform/database/join-conditions.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { pendingSql } from './public/ask-for-money.ts'

export interface MoneyRequestRow {
  id: string
  kind: MoneyRequestKind
  status: MoneyRequestStatus
  amount_paise: number
  user_id: string
  user_name: string
  user_email: string
  payment_id: string | null
  gateway_payment_id: string | null
  reference: string | null
  note: string | null
  asked_by: string
  asked_by_name: string
  asked_at: Date
  decided_by: string | null
  decided_by_name: string | null
  decided_at: Date | null
}

const statusSql = sql`case when ${pendingSql} then 'pending' else coalesce(r.decision, 'expired') end`

/** The requests `found` with the persons that they name. */
const shownSql = sql`
  select r.id, r.kind, ${statusSql} as status, r.amount_paise, r.user_id, u.name as user_name, u.email as user_email,
    r.payment_id, p.gateway_payment_id, r.reference, r.note, r.asked_by, a.name as asked_by_name, r.asked_at,
    r.decided_by, d.name as decided_by_name, r.decided_at
  from found r join agency_owners u on u.id = r.user_id join users a on a.id = r.asked_by
    left join users d on d.id = r.decided_by left join payments p on p.id = r.payment_id`

export async function findMoneyRequest(
  db: Kysely<Schema>,
  id: string,
): Promise<MoneyRequestRow | undefined> {
  const { rows } = await sql<MoneyRequestRow>`
    with found as (select * from money_requests where id = ${id}) ${shownSql}`.execute(db)
  return rows[0]
}

/** A page of the requests, newest first, with their number. */
export async function findMoneyRequestPage(
  { kysely }: Database,
  filter: { status?: MoneyRequestStatus | undefined; askedBy?: string | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: MoneyRequestRow[]; total: number }> {
  const { status, askedBy } = filter
  const conditions = joinConditions([
    askedBy && sql`r.asked_by = ${askedBy}`,
    status && sql`${statusSql} = ${status}`,
  ])
  const { rows } = await sql<MoneyRequestRow>`
    with found as (
      select r.* from money_requests r where ${conditions}
      order by r.asked_at desc, r.id desc offset ${offset} limit ${limit}
    ) ${shownSql} order by r.asked_at desc, r.id desc`.execute(kysely)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from money_requests r where ${conditions}`.execute(kysely)
  return { rows, total: counted[0]?.total ?? 0 }
}
