import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../../server/src/platform/database/connect.ts'
import {
  buyEnquiryLead,
  makeAdmin,
  makeAgents,
  makeEnquiry,
  makeEnquiryLead,
  makePhoneCode,
  makePurchase,
} from '../../server/src/testing/factories.ts'
import { blackPng } from '../../server/src/testing/pictures.ts'
import type { BenchSystem } from './system-types.ts'

/** The size of the connection pool. */
const CONCURRENCY = 8

/** Creates `count` objects, several at the same time. */
export async function makeMany<T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const work = async () => {
    while (next < count) {
      const at = next
      next += 1
      results[at] = await make(at)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return results
}

/**
 * Reads existing rows.
 * @param text SQL that takes the count as $1. Its columns are named as the path parameters
 */
export function existingRows<Row extends object>(text: string) {
  return async ({ database }: BenchSystem, count: number): Promise<Row[]> => {
    const { rows } = await database.pool.query<Row>(text, [count])
    return rows
  }
}

/**
 * Reads existing rows of agents that have a session. These agents are the callers.
 * @param text SQL that takes the ids of these agents as $1 and the count as $2, with the column `user_id`
 */
export function rowsOfAgents<Row extends object>(text: string) {
  return async ({ agents, database, tokenOf }: BenchSystem, count: number) => {
    const { rows } = await database.pool.query<Row & { user_id: string }>(text, [
      agents.map(({ id }) => id),
      count,
    ])
    return rows.map((row) => ({ ...row, caller: { token: tokenOf(row.user_id) } }))
  }
}

export type CreatedSession = { sessionId: string; token: string }

/** Creates a session for each user, in the same order. */
export async function createSessions(
  database: Database,
  userIds: readonly string[],
  kind: 'access' | 'refresh' = 'access',
): Promise<CreatedSession[]> {
  const opened = userIds.map(() => ({
    sessionId: crypto.randomUUID() as string,
    token: randomBytes(32).toString('base64url'),
  }))
  const ids = opened.map(({ sessionId }) => sessionId)
  await database.pool.query(
    `insert into sessions (id, user_id) select * from unnest($1::uuid[], $2::uuid[])`,
    [ids, userIds],
  )
  await database.pool.query(
    `insert into session_tokens (token_hash, session_id, kind, expires_at)
     select hash, id, $3, now() + interval '1 day' from unnest($1::bytea[], $2::uuid[]) as given (hash, id)`,
    [opened.map(({ token }) => createHash('sha256').update(token).digest()), ids, kind],
  )
  return opened
}

/** New agents, each the caller of its request. */
export async function freshAgents({ database }: BenchSystem, count: number) {
  const agents = await makeAgents(database.kysely, count)
  return agents.map((caller) => ({ caller, userId: caller.id, email: caller.email }))
}

/** New agents, as subjects of calls by an admin. */
export async function freshAccounts({ database }: BenchSystem, count: number) {
  const agents = await makeAgents(database.kysely, count)
  return agents.map(({ id }) => ({ userId: id }))
}

/** New admins, each the caller of its request. */
export async function freshAdmins({ database }: BenchSystem, count: number) {
  return makeMany(count, async () => ({ caller: await makeAdmin(database.kysely) }))
}

/** Calls `make` for each of `subjects` and adds the returned values to it. */
export async function withEach<S, T>(
  subjects: readonly S[],
  make: (subject: S) => Promise<T>,
): Promise<(S & T)[]> {
  return makeMany(subjects.length, async (at) => {
    const subject = subjects[at] as S
    return { ...subject, ...(await make(subject)) }
  })
}

let uniqueNumbers = 0
/** A number that no other request of this run contains. */
export function uniqueNumber(): number {
  uniqueNumbers += 1
  return uniqueNumbers
}

/** A form with one picture. */
export function pictureForm(field: string, size = 256): FormData {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(blackPng(size))], { type: 'image/png' }), 'a.png')
  return form
}

/** New enquiries, each with the secret token of the traveller's link. */
export async function freshEnquiries({ database }: BenchSystem, count: number) {
  return makeMany(count, () => makeEnquiry(database.kysely))
}

/** Enquiries that an agent bought two days ago. */
export async function oldPurchases({ database, admin, agent }: BenchSystem, count: number) {
  return makeMany(count, async () => {
    const caller = agent()
    const { id: enquiryId, leadId, token } = await makeEnquiryLead(database.kysely, admin().id)
    const id = await buyEnquiryLead(database, caller.id, leadId, { hoursAgo: 48 })
    return { caller, id, enquiryId, token }
  })
}

/** New enquiries, each with the code that was sent to its phone. */
export async function enquiriesWithCodes({ database }: BenchSystem, count: number) {
  return makeMany(count, async () => {
    const { id, token } = await makeEnquiry(database.kysely)
    return { token, code: await makePhoneCode(database, id) }
  })
}

/** Leads that an agent has just bought. */
export async function freshPurchases({ database, agent }: BenchSystem, count: number) {
  return makeMany(count, async () => {
    const caller = agent()
    return { caller, userId: caller.id, leadId: await makePurchase(database, caller.id) }
  })
}

/** Top-up orders that are paid at the gateway but not yet reported to the product. */
export async function paidOrders({ product, gateway, agent }: BenchSystem, count: number) {
  return makeMany(count, async () => {
    const caller = agent()
    const response = await fetch(
      `http://127.0.0.1:${product.port}/api/razorPay/createorderWallet`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ amount: 500 }),
      },
    )
    const { data } = (await response.json()) as { data?: { orderId: string } }
    if (!data) throw new Error(`a top-up order failed with ${response.status}`)
    return { caller, fields: await gateway.pay(data.orderId) }
  })
}
