import type { SuggestedField } from '@raahi/contract/lead-suggestions'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { nameOfMatchSql } from './place-columns.ts'

/** The number of leads for sale with this spelling of a place, or with other spellings of a listed place. */
export interface PlaceCount {
  field: SuggestedField
  name: string
  leads: number
}

/** The maximum number of spellings of each field. Rarer spellings are not suggested. */
const maxSpellings = 10_000

/** Sums the stored counts of the leads that an agent can buy, by destination and by city. */
export async function findPlaceCounts(db: Kysely<Schema>): Promise<PlaceCount[]> {
  const countsOf = (field: SuggestedField) => {
    const column = sql.ref(field)
    const forSale = sql`status = 'buy' and not is_expired and ${column} is not null`
    return sql`
      (select ${sql.lit(field)} as field, ${nameOfMatchSql(column)} as name, sum(n)::integer as leads from (
        select ${column}, n from ${sql.table(`lead_${field}_totals`)} where ${forSale}
        union all select ${column}, n from lead_count_changes where ${forSale}
        union all select ${column}, n from unmarked_expired_changes(today_in_india()) where ${forSale}
      ) counts group by 2 having sum(n) > 0 order by leads desc, name limit ${maxSpellings})`
  }
  const { rows } = await sql<PlaceCount>`
    ${countsOf('destination')} union all ${countsOf('city')}`.execute(db)
  return rows
}
