import type { FoundRecord } from '@raahi/contract/record-search'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../../platform/database/schema.ts'
import { leadConditions } from '../lead-filters.ts'
import { leadLabel } from './lead-response.ts'

/** The newest leads that the search of an admin's list finds, without contacts. */
export async function findLeadsByText(
  db: Kysely<Schema>,
  { search, today, limit }: { search: string; today: string; limit: number },
): Promise<FoundRecord[]> {
  const conditions = leadConditions({
    search,
    today,
    isForAdmin: true,
    page: 1,
    limit,
    sort: '-createdAt',
  })
  const { rows } = await sql<{
    id: string
    number: number
    name: string
    destination: string | null
  }>`
    select l.id, l.number, l.name, l.destination from leads l where ${conditions}
    order by l.created_at desc, l.id desc limit ${limit}`.execute(db)
  return rows.map(({ id, number, ...shown }) => ({ _id: id, label: leadLabel(number), ...shown }))
}
