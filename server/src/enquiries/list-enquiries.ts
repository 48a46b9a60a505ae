import { type Enquiry, type EnquiryStatus, mostWaitingCounted } from '@raahi/contract/enquiries'
import { pageOf } from '@raahi/contract/fields'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { ApiFailure } from '../http/failure.ts'
import { findEnquiryPage } from './enquiries.queries.ts'
import { enquiryLabel, toEnquiry } from './enquiry-wire.ts'

interface Query {
  page: number
  limit: number
  status?: EnquiryStatus | undefined
  search?: string | undefined
  duplicates?: 'only' | 'none' | undefined
  sort?: '-createdAt' | 'createdAt' | undefined
}

/** A page of enquiries for admins. */
export async function listEnquiries(
  database: Database,
  { page, limit, sort, ...filter }: Query,
): Promise<ReturnType<typeof pageOf<Enquiry>>> {
  const { rows, total } = await findEnquiryPage(database.kysely, {
    ...filter,
    limit,
    offset: (page - 1) * limit,
    oldestFirst: sort === 'createdAt',
  })
  return pageOf(rows.map(toEnquiry), total, page, limit)
}

/** What waits for an admin. Two small indexes hold just these, and the counting ends at a figure that says enough. */
export async function countWaiting(
  database: Database,
): Promise<{ enquiries: number; messages: number }> {
  const { rows } = await sql<{ enquiries: number; messages: number }>`
    select
      (select count(*) from (select from enquiries where status = 'new' and erased_at is null
        limit ${mostWaitingCounted}) e) as enquiries,
      (select count(*) from (select from contact_messages where answered_at is null
        limit ${mostWaitingCounted}) m) as messages`.execute(database.kysely)
  return rows[0] ?? { enquiries: 0, messages: 0 }
}

/**
 * Where a lead came from.
 * @throws ApiFailure LEAD_NOT_FOUND
 */
export async function findLeadOrigin(database: Database, leadId: string) {
  const row = await database.kysely
    .selectFrom('leads as l')
    .leftJoin('lead_origins as o', 'o.lead_id', 'l.id')
    .leftJoin('enquiries as e', (join) =>
      join.onRef('e.id', '=', 'o.enquiry_id').on('e.erased_at', 'is', null),
    )
    .select(['e.id', 'e.number', 'o.source', 'o.consent_text', 'o.consent_at'])
    .where('l.id', '=', leadId)
    .where('l.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new ApiFailure('LEAD_NOT_FOUND')
  return {
    enquiry:
      row.id && row.number !== null ? { _id: row.id, reference: enquiryLabel(row.number) } : null,
    source: row.source,
    consentText: row.consent_text,
    consentAt: row.consent_at?.toISOString() ?? null,
  }
}

/** Of these leads the ones that were made of an enquiry, each with its reference while that is not erased. */
export async function findLeadOrigins(database: Database, leadIds: string[]) {
  const rows = await database.kysely
    .selectFrom('lead_origins as o')
    .innerJoin('enquiries as e', 'e.id', 'o.enquiry_id')
    .select(['o.lead_id', 'e.number', 'e.erased_at'])
    .where('o.lead_id', 'in', leadIds)
    .execute()
  return rows.map((row) => ({
    leadId: row.lead_id,
    reference: row.erased_at === null ? enquiryLabel(row.number) : null,
  }))
}
