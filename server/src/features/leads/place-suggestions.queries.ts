import type { SuggestedField } from '@raahi/contract/lead-suggestions'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

/** How many leads for sale write a place in this way. */
export interface PlaceCount {
  field: SuggestedField
  name: string
  leads: number
}

/** Spellings of each field that are counted; rarer ones are not suggested. */
const maxSpellings = 10_000

/** Counts the leads that an agent can buy by destination and by city, in one pass. */
export async function findPlaceCounts(database: Database): Promise<PlaceCount[]> {
  const { rows } = await sql<PlaceCount>`
    with counts as materialized (
      select destination, city, grouping(city) = 1 as is_destination, count(*)::integer as leads
      from leads
      where deleted_at is null and status = 'buy' and not is_expired
        and (travel_date is null or travel_date >= today_in_india())
      group by grouping sets ((destination), (city))
    )
    (select 'destination' as field, destination as name, leads from counts
      where is_destination and destination is not null order by leads desc, name limit ${maxSpellings})
    union all
    (select 'city', city, leads from counts
      where not is_destination and city is not null order by leads desc, city limit ${maxSpellings})`.execute(
    database.kysely,
  )
  return rows
}
