import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import { splitLeaves } from './account-days.queries.ts'

export interface Head {
  number: number
  day: string
  hash: Buffer
  sealedAt: Date
}

const headColumns = sql`number, to_char(day, 'YYYY-MM-DD') as day, hash, sealed_at as "sealedAt"`

/**
 * The head of the chain; null if no day is sealed.
 * @param day returns the head at the time when this was the last sealed day; default: the current head
 */
export async function findHead(db: Kysely<Schema>, day: string = 'infinity'): Promise<Head | null> {
  const { rows } = await sql<Head>`
    select ${headColumns} from sealed_days where day <= ${day}::date
    order by number desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** The current head with all that a receipt needs of it, read in one statement; null if no day is sealed. */
export async function readHead(db: Kysely<Schema>) {
  const { rows } = await sql<
    Head & { previousHash: Buffer; root: Buffer; factsHash: Buffer; leaves: Buffer }
  >`
    select ${headColumns}, previous_hash as "previousHash", root, facts_hash as "factsHash",
      (select string_agg(leaf, ''::bytea order by leaf) from sealed_sums) as leaves
    from sealed_days order by number desc limit 1`.execute(db)
  const [head] = rows
  return head ? { ...head, allLeaves: splitLeaves(head.leaves) } : null
}

/** The sealed day with this hash; null: the chain does not have it. */
export async function findLink(db: Kysely<Schema>, hash: Buffer): Promise<Head | null> {
  const { rows } = await sql<Head>`
    select ${headColumns} from sealed_days where hash = ${hash}`.execute(db)
  return rows[0] ?? null
}

/** The secrets of these days, by day. Days that are not sealed have none. */
export async function findKeys(
  db: Kysely<Schema>,
  days: readonly string[],
): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ day: string; key: Buffer }>`
    select to_char(day, 'YYYY-MM-DD') as day, key from sealed_days where day = any(${days}::date[])`.execute(
    db,
  )
  return new Map(rows.map(({ day, key }) => [day, key]))
}
