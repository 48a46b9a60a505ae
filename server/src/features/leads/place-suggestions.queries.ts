import type { SuggestedField } from '@raahi/contract/lead-suggestions'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { isForSaleSql } from './public/leads.queries.ts'
import { placeNameSql } from './public/place-columns.ts'

/** The number of leads for sale with this spelling of a place, or with other spellings of a listed place. */
export interface PlaceCount {
  field: SuggestedField
  name: string
  leads: number
}

/** The maximum number of spellings of each field. Rarer spellings are not suggested. */
const maxSpellings = 10_000

/** Counts the leads that an agent can buy, by destination and by city. */
export async function findPlaceCounts(db: Kysely<Schema>): Promise<PlaceCount[]> {
  const countsOf = (field: SuggestedField) => {
    const column = sql.ref(`l.${field}`)
    const name = placeNameSql('l', field)
    return sql`
      (select ${sql.lit(field)} as field, ${name} as name, count(*)::integer as leads
      from leads l where ${isForSaleSql} and ${column} is not null
      group by 2 order by leads desc, name limit ${maxSpellings})`
  }
  const { rows } = await sql<PlaceCount>`
    ${countsOf('destination')} union all ${countsOf('city')}`.execute(db)
  return rows
}
