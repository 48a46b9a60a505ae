import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { type PlaceColumn, placeColumns, storedMatch } from './place-columns.ts'

/** The maximum number of rows that one statement changes. Purchases of these leads wait until it ends. */
const maxRows = 500

/** Computes the matches of leads whose place was stored before the contract listed its name. If there are none, it only reads. */
export async function matchStoredPlaces(database: Database): Promise<void> {
  for (const column of placeColumns) await matchLeads(database, column)
}

async function matchLeads({ kysely }: Database, column: PlaceColumn): Promise<void> {
  const typed = sql.ref(column)
  const match = sql.ref(`${column}_match`)
  const { rows } = await sql<{ typed: string; match: string | null }>`
    select distinct ${typed} as typed, ${match} as match from leads where ${typed} is not null`.execute(
    kysely,
  )
  const stale = rows
    .map((row) => ({ ...row, fresh: storedMatch(row.typed) }))
    .filter((row) => row.fresh !== row.match)
  let isDone = stale.length === 0
  while (!isDone) {
    const { numAffectedRows } = await sql`
      with stale as (
        select * from unnest(${stale.map((row) => row.typed)}::text[], ${stale.map((row) => row.fresh)}::text[])
          stale (typed, fresh)
      ), chosen as materialized (
        select l.id, stale.fresh from leads l join stale on l.${typed} = stale.typed
        where l.${match} is distinct from stale.fresh order by l.id limit ${maxRows} for update of l skip locked
      )
      update leads set ${match} = chosen.fresh from chosen where leads.id = chosen.id`.execute(
      kysely,
    )
    isDone = !numAffectedRows
  }
}
