import {
  maxPlaceLength,
  type PurchaseLayout,
  type QuickFilter,
} from '@raahi/contract/lead-preferences'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { placeNameSql } from './public/place-columns.ts'

interface PreferencesRow {
  destinations: string[] | null
  cities: string[] | null
  quick_filters: QuickFilter[]
  purchase_layout: PurchaseLayout
  hides_first_steps: boolean
  bought_destinations: string[]
  bought_cities: string[]
}

/** The number of latest purchases from which places are learned. */
const maxPurchases = 200
/** The number of learned destinations, and of learned cities. */
const maxLearned = 5

/** Finds an agent's stored choices, and the places that are most frequent among the latest purchases. */
export async function findLeadPreferences(
  database: Database,
  userId: string,
): Promise<PreferencesRow> {
  const mostBought = (column: 'destination' | 'city') => sql<string[]>`
    coalesce((select array_agg(place order by bought desc, place) from (
      select mode() within group (order by ${sql.ref(column)}) as place, count(*) as bought
      from bought where ${sql.ref(column)} <> '' and length(${sql.ref(column)}) <= ${maxPlaceLength}
        and position(',' in ${sql.ref(column)}) = 0
      group by lower(${sql.ref(column)}) order by bought desc, place limit ${maxLearned}
    ) places), '{}')`
  const { rows } = await sql<PreferencesRow>`
    with bought as materialized (
      select ${placeNameSql('l', 'destination')} as destination, ${placeNameSql('l', 'city')} as city
      from purchases p join leads l on l.id = p.lead_id
      where p.user_id = ${userId} order by p.created_at desc limit ${maxPurchases}
    )
    select stored.destinations, stored.cities, coalesce(stored.quick_filters, '{available}') as quick_filters,
      coalesce(stored.purchase_layout, 'list') as purchase_layout,
      coalesce(stored.hides_first_steps, false) as hides_first_steps,
      ${mostBought('destination')} as bought_destinations, ${mostBought('city')} as bought_cities
    from (select ${userId}::uuid as user_id) u left join lead_preferences stored using (user_id)`.execute(
    database.kysely,
  )
  const [row] = rows
  if (!row) throw new Error('the query of the preferences returned no row')
  return row
}

/** Sets the given columns and keeps the others. */
export async function writeLeadPreferences(
  database: Database,
  userId: string,
  changed: {
    destinations?: string[] | null
    cities?: string[] | null
    quick_filters?: string[]
    purchase_layout?: PurchaseLayout
    hides_first_steps?: boolean
  },
): Promise<void> {
  await database.kysely
    .insertInto('lead_preferences')
    .values({ user_id: userId, ...changed })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ ...changed, updated_at: sql`now()` }),
    )
    .execute()
}
