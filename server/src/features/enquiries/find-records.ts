import { type FoundRecord, maxFoundRecords } from '@raahi/contract/record-search'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { findLeadsByText } from '../leads/public/found-leads.ts'
import { enquiryConditions } from './public/enquiries.queries.ts'
import { enquiryLabel } from './public/enquiry-response.ts'

/**
 * Finds leads and enquiries for the command palette, which searches while an admin types. It reads no contacts, because
 * each would be recorded as seen by the admin.
 */
export async function findRecords(
  database: Database,
  { search, today }: { search: string; today: string },
): Promise<{ leads: FoundRecord[]; enquiries: FoundRecord[] }> {
  return {
    leads: await findLeadsByText(database.kysely, { search, today, limit: maxFoundRecords }),
    enquiries: await findEnquiriesByText(database, search),
  }
}

async function findEnquiriesByText({ kysely }: Database, search: string): Promise<FoundRecord[]> {
  const { rows } = await sql<{
    id: string
    number: number
    name: string
    destination: string | null
  }>`
    select e.id, e.number, e.name, e.destination from enquiries e where ${enquiryConditions({ search })}
    order by e.created_at desc, e.id desc limit ${maxFoundRecords}`.execute(kysely)
  return rows.map(({ id, number, ...shown }) => ({
    _id: id,
    label: enquiryLabel(number),
    ...shown,
  }))
}
