import type { PurchasedLead } from '@raahi/contract/purchase-feed'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { validationFailure } from '../../platform/http/validation.ts'
import {
  type PurchasedLeadRow,
  purchasedLeadsSql,
  toPurchasedLead,
} from './public/purchased-lead.ts'

/**
 * Reads an agent's purchases by their numbers. The numbers have the order of the commits (`next_purchase_number`), so a
 * reader that continues at the last number misses and repeats nothing.
 * @throws ApiFailure VALIDATION_FAILED for a cursor that this agent was not given
 */
export async function readFeed(
  { kysely }: Database,
  userId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ purchases: PurchasedLead[]; next: string }> {
  const last = after === undefined ? 0 : await readCursor({ kysely }, userId, after)
  const { rows } = await sql<PurchasedLeadRow & { purchase_number: number }>`
    ${purchasedLeadsSql} where p.user_id = ${userId} and p.number > ${last} order by p.number limit ${limit}`.execute(
    kysely,
  )
  return {
    purchases: rows.map(toPurchasedLead),
    next: `${userId}.${rows.at(-1)?.purchase_number ?? last}`,
  }
}

/** A number that no purchase has, such as one from before a restored backup, would miss purchases. */
async function readCursor(
  { kysely }: Pick<Database, 'kysely'>,
  userId: string,
  after: string,
): Promise<number> {
  const [owner, number = ''] = after.split('.', 2)
  const last = /^\d{1,15}$/.test(number) ? Number(number) : undefined
  const wrong = validationFailure({ after: 'Send `next` of an earlier answer to this agent.' })
  if (owner !== userId || last === undefined) throw wrong
  if (last === 0) return last
  const { rows } = await sql`
    select from purchases where user_id = ${userId} and number = ${last}`.execute(kysely)
  if (rows.length === 0) throw wrong
  return last
}
