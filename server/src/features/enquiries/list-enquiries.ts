import { maxOpenWorkCounted } from '@raahi/contract/dashboard'
import type { Answer } from '@raahi/contract/endpoint'
import type {
  countWaiting as countWaitingCall,
  Enquiry,
  EnquiryStatus,
} from '@raahi/contract/enquiries'
import { pageOf } from '@raahi/contract/fields'
import { manualSourceId } from '@raahi/contract/source-labels'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { openMessagesSql } from '../contact/public/contact.queries.ts'
import {
  findEnquiryPage,
  openCorrectionsSql,
  openEnquiriesSql,
  sourceNameSql,
} from './public/enquiries.queries.ts'
import { enquiryLabel, toEnquiry } from './public/enquiry-response.ts'

type Waiting = Answer<typeof countWaitingCall>

interface Query {
  page: number
  limit: number
  status?: EnquiryStatus | undefined
  search?: string | undefined
  duplicates?: 'only' | 'none' | undefined
  suspected?: 'only' | undefined
  calls?: 'open' | undefined
  corrected?: 'open' | undefined
  sort?: '-createdAt' | 'createdAt' | undefined
}

/** Lists enquiries for admins. */
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

/**
 * Counts the enquiries and messages that are open work, and the suspected ones. Partial indexes contain only these rows, and
 * the count stops at a maximum.
 */
export async function countWaiting(database: Database): Promise<Waiting> {
  const counted = (rows: RawBuilder<unknown>) =>
    sql`(select count(*) from (select from ${rows} limit ${maxOpenWorkCounted}) w)`
  const { rows } = await sql<Waiting>`
    select ${counted(sql`${openEnquiriesSql} and not suspected`)} as enquiries,
      ${counted(openCorrectionsSql)} as corrections,
      ${counted(sql`${openMessagesSql} and not suspected`)} as messages,
      ${counted(sql`${openEnquiriesSql} and suspected`)} as "suspectedEnquiries",
      ${counted(sql`${openMessagesSql} and suspected`)} as "suspectedMessages"`.execute(
    database.kysely,
  )
  const [waiting] = rows
  if (!waiting) throw new Error('the count returned no row')
  return waiting
}

/** The source of a lead: without an enquiry an admin entered it. */
const arrivedBy = sourceNameSql(
  sql`case when o.lead_id is null then ${manualSourceId}::uuid else e.source_id end`,
).as('arrived_by')

/** Leads, each with its origin and its enquiry. */
function leadsWithOrigins({ kysely }: Database) {
  return kysely
    .selectFrom('leads as l')
    .leftJoin('lead_origins as o', 'o.lead_id', 'l.id')
    .leftJoin('enquiries as e', 'e.id', 'o.enquiry_id')
}

/**
 * Finds the origin of a lead.
 * @throws ApiFailure LEAD_NOT_FOUND
 */
export async function findLeadOrigin(database: Database, leadId: string) {
  const row = await leadsWithOrigins(database)
    .select(['e.id', 'e.number', 'e.erased_at', arrivedBy])
    .select(['o.source', 'o.consent_text', 'o.consent_at'])
    .where('l.id', '=', leadId)
    .where('l.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new ApiFailure('LEAD_NOT_FOUND')
  const { id, number } = row
  return {
    enquiry:
      row.erased_at === null && id !== null && number !== null
        ? { _id: id, reference: enquiryLabel(number) }
        : null,
    source: row.source,
    arrivedBy: row.arrived_by,
    consentText: row.consent_text,
    consentAt: row.consent_at?.toISOString() ?? null,
  }
}

/** The origins of these leads, each with the reference of its enquiry unless it is erased. */
export async function findLeadOrigins(database: Database, leadIds: string[]) {
  const rows = await leadsWithOrigins(database)
    .select(['l.id', 'e.number', 'e.erased_at', arrivedBy])
    .where('l.id', 'in', leadIds)
    .execute()
  return rows.map(({ id, number, erased_at, arrived_by }) => ({
    leadId: id,
    arrivedBy: arrived_by,
    ...(number !== null && { reference: erased_at === null ? enquiryLabel(number) : null }),
  }))
}
