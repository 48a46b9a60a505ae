import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Schema } from '../platform/database/schema.ts'
import { makeAdmin } from './factories.ts'

/** A request of another, suspended admin for a recharge of ₹1. @returns its id */
export async function makeMoneyRequest(db: Kysely<Schema>, userId: string): Promise<string> {
  const { id: askedBy } = await makeAdmin(db, { status: 'suspended' })
  const id = uuidv7()
  const request = { id, kind: 'recharge' as const, user_id: userId, amount_paise: 100 }
  await db
    .insertInto('money_requests')
    .values({ ...request, asked_by: askedBy })
    .execute()
  return id
}
