import { type RawBuilder, sql } from 'kysely'

/** Joins the given conditions with 'and'. Without conditions, every row matches. */
export function joinConditions(
  conditions: readonly (RawBuilder<unknown> | '' | false | undefined)[],
): RawBuilder<boolean> {
  const given = conditions.filter((condition) => !!condition)
  return given.length > 0 ? sql<boolean>`${sql.join(given, sql` and `)}` : sql<boolean>`true`
}
