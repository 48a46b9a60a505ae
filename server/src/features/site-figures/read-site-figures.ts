import type { SiteFigures } from '@raahi/contract/site-figures'
import { sql } from 'kysely'
import { cacheFor } from '../../platform/cache-for.ts'
import type { Database } from '../../platform/database/connect.ts'
import { placeNameSql } from '../leads/public/place-columns.ts'

/** The time for which the figures are cached, so that visitors of the home page do not load the database. */
const cachedMs = 10 * 60_000

/** Creates the cached reader of the figures. */
export function createSiteFigures(
  database: Database,
  now?: () => number,
): () => Promise<SiteFigures> {
  return cacheFor(cachedMs, () => findSiteFigures(database), now)
}

async function findSiteFigures({ kysely }: Database): Promise<SiteFigures> {
  const { rows } = await sql<SiteFigures>`
    select count(distinct nullif(l.phone, '')) as customers,
      count(distinct lower(${placeNameSql('l', 'destination')})) as destinations
    from purchases p join leads l on l.id = p.lead_id where p.replacement_status <> 'approved'`.execute(
    kysely,
  )
  return rows[0] ?? { customers: 0, destinations: 0 }
}
