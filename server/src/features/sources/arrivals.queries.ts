import type { ErrorCode } from '@raahi/contract/errors'
import type { IntakeAnswer, IntakeStatus } from '@raahi/contract/intake'
import type { ArrivalOutcome } from '@raahi/contract/sources'
import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../platform/database/connect.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { ApiFailure } from '../../platform/http/failure.ts'
import { countHit } from '../../platform/http/rate-limit.ts'

/**
 * Claims the id of a delivery. A parallel delivery of the same id waits for the end of this transaction.
 * @returns the id of the arrival; null: an earlier delivery has it
 */
export async function claimArrival(
  tx: Transaction,
  sourceId: string,
  externalId: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into source_arrivals (id, source_id, external_hash, outcome)
    values (${uuidv7()}, ${sourceId}, salted_hash(${externalId}), 'received')
    on conflict (source_id, external_hash) do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export async function finishArrival(
  tx: Transaction,
  id: string,
  { enquiryId, status }: IntakeAnswer,
): Promise<void> {
  await tx
    .updateTable('source_arrivals')
    .set({ enquiry_id: enquiryId, outcome: status })
    .where('id', '=', id)
    .execute()
}

/** The answer to an earlier delivery of the id. */
export async function findAnswer(
  tx: Transaction,
  sourceId: string,
  externalId: string,
): Promise<IntakeAnswer> {
  const { rows } = await sql<{ outcome: IntakeStatus; enquiry_id: string; lead_id: string | null }>`
    select a.outcome, a.enquiry_id, o.lead_id
    from source_arrivals a left join lead_origins o on o.enquiry_id = a.enquiry_id and a.outcome = 'published'
    where a.source_id = ${sourceId}
      and a.external_hash = salted_hash(${externalId})`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the claimed delivery was not found')
  return {
    enquiryId: row.enquiry_id,
    status: row.outcome,
    ...(row.lead_id && { leadId: row.lead_id }),
  }
}

/** Refusals of a source that are stored in an hour, so that a broken program does not fill the table. */
const storedRefusals = { max: 100, windowSeconds: 3600 }

/**
 * Stores a refusal for the page of the source: the code and the names of the wrong fields, without their values.
 * @param known the names of fields; others may be texts of a traveller
 */
export async function recordRefusal(
  { kysely }: Database,
  sourceId: string,
  { code, fieldErrors = {} }: ApiFailure,
  known: readonly string[],
): Promise<void> {
  const hit = await countHit(kysely, { key: `refusals of source ${sourceId}`, ...storedRefusals })
  if (!hit.isAllowed) return
  const names = Object.keys(fieldErrors).map((path) => path.split('.', 1)[0] ?? '')
  const fields = [...new Set(names)].filter((name) => known.includes(name))
  await kysely
    .insertInto('source_arrivals')
    .values({ id: uuidv7(), source_id: sourceId, outcome: 'refused', code, fields })
    .execute()
}

/** A test of the set-up, which makes no enquiry. */
export async function recordTest(db: Kysely<Schema>, sourceId: string): Promise<void> {
  await db
    .insertInto('source_arrivals')
    .values({ id: uuidv7(), source_id: sourceId, outcome: 'test' })
    .execute()
}

export interface ArrivalRow {
  id: string
  created_at: Date
  outcome: ArrivalOutcome
  code: ErrorCode | null
  fields: string[]
  /** The number of the enquiry; null: none, or erased. */
  number: number | null
}

/** The latest deliveries of a source. */
export async function findArrivals(
  db: Kysely<Schema>,
  sourceId: string,
  limit: number,
): Promise<ArrivalRow[]> {
  const { rows } = await sql<ArrivalRow>`
    select a.id, a.created_at, a.outcome, a.code, a.fields, e.number
    from source_arrivals a left join enquiries e on e.id = a.enquiry_id and e.erased_at is null
    where a.source_id = ${sourceId} order by a.id desc limit ${limit}`.execute(db)
  return rows
}
