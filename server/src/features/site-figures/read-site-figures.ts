import type { SiteFigures } from '@raahi/contract/site-figures'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { placeNameSql } from '../leads/public/place-columns.ts'

/** The time for which the figures are cached, so that visitors of the home page do not load the database. */
const cachedMs = 10 * 60_000

/** Creates the reader of the figures. Concurrent calls share one query. A failed query is not cached. */
export function createSiteFigures(
  database: Database,
  now: () => number = Date.now,
): () => Promise<SiteFigures> {
  let latest: { figures: Promise<SiteFigures>; untilMs: number } | undefined
  return () => {
    if (latest === undefined || latest.untilMs <= now()) {
      const figures = findSiteFigures(database)
      latest = { figures, untilMs: now() + cachedMs }
      figures.catch(() => {
        latest = undefined
      })
    }
    return latest.figures
  }
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
