import { placeMatch, placeTextsOf } from '@raahi/contract/places'
import { type RawBuilder, sql } from 'kysely'
import { containsSql } from '../../../platform/database/like-pattern.ts'

/** The columns with the name of a place. */
export const placeColumns = ['destination', 'city'] as const
export type PlaceColumn = (typeof placeColumns)[number]

type MatchColumns = Partial<Record<`${PlaceColumn}_match`, string | null>>

/** The columns that filters are compared with, for each given place of a lead. */
export function matchColumnsOf(typed: Partial<Record<PlaceColumn, unknown>>): MatchColumns {
  return Object.fromEntries(
    placeColumns
      .filter((column) => typed[column] !== undefined)
      .map((column) => [`${column}_match`, storedMatch(typed[column])]),
  )
}

/** Null if the match is the typed text, which is then not stored twice. */
function storedMatch(typed: unknown): string | null {
  if (typeof typed !== 'string') return null
  const match = placeMatch(typed)
  return match === typed ? null : match
}

/** What filters are compared with, for a lead of table alias `of`. */
const matchSql = (of: string, column: PlaceColumn) =>
  sql<string>`coalesce(${sql.ref(`${of}.${column}_match`)}, ${sql.ref(`${of}.${column}`)})`

/** Whether a match, as `placeMatch` returns it, fits the text of a filter. */
export function fitsPlaceSql(match: RawBuilder<unknown>, filter: string): RawBuilder<unknown> {
  const fits = placeTextsOf(filter).map((text) => containsSql(match, text))
  return fits.length === 0 ? sql`false` : sql`(${sql.join(fits, sql` or `)})`
}

/** Whether a place of the lead of table alias `of` fits the text of a filter. */
export function hasPlaceSql(of: string, column: PlaceColumn, filter: string): RawBuilder<unknown> {
  return fitsPlaceSql(matchSql(of, column), filter)
}

/** The name under which a place is counted: the first line of its match. */
export function nameOfMatchSql(match: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`trim(split_part(${match}, e'\n', 1))`
}

/** The name under which a place of the lead of table alias `of` is counted. */
export function placeNameSql(of: string, column: PlaceColumn): RawBuilder<string> {
  return nameOfMatchSql(matchSql(of, column))
}
