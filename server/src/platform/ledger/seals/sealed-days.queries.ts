import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'

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
export async function findHead(
  { kysely }: Database,
  day: string = 'infinity',
): Promise<Head | null> {
  const { rows } = await sql<Head>`
    select ${headColumns} from sealed_days where day <= ${day}::date
    order by number desc limit 1`.execute(kysely)
  return rows[0] ?? null
}

/** The sealed day with this hash; null: the chain does not have it. */
export async function findLink({ kysely }: Database, hash: Buffer): Promise<Head | null> {
  const { rows } = await sql<Head>`
    select ${headColumns} from sealed_days where hash = ${hash}`.execute(kysely)
  return rows[0] ?? null
}

/** @throws Error if the day is not sealed. Call it only for days up to the chain head that have entries */
export async function findSealOfDay({ kysely }: Database, day: string) {
  const seal = await kysely
    .selectFrom('sealed_days')
    .select(['number', 'key', 'leaves', 'facts_hash'])
    .where('day', '=', day)
    .executeTakeFirst()
  if (!seal) throw new Error(`${day} has entries, but is not sealed`)
  return seal
}

/** The body hash of each day of a range, and the hash of the day before the range. */
export async function findBodies(
  { kysely }: Database,
  { from, through }: { from: number; through: number },
): Promise<{ previousHash: string; bodies: string[] }> {
  const { rows } = await sql<{ previous_hash: string; body_hash: string }>`
    select encode(previous_hash, 'hex') as previous_hash, encode(body_hash, 'hex') as body_hash
    from sealed_days where number between ${from} and ${through} order by number`.execute(kysely)
  return {
    previousHash: rows[0]?.previous_hash ?? '',
    bodies: rows.map(({ body_hash }) => body_hash),
  }
}
