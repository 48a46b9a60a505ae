import { toComparableEmail } from '@raahi/contract/emails'
import { type RawBuilder, sql } from 'kysely'

/** Returns a LIKE pattern for texts that contain the given text or part of an email, with its wildcards escaped. */
export function likePattern(text: string): string {
  const searched = text.includes('@') ? toComparableEmail(text) : text
  return `%${searched.replace(/[\\%_]/g, '\\$&')}%`
}

/** Whether a text column contains the given text in any case. A trigram index serves it. */
export function containsSql(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  // A shorter text has no trigram. PostgreSQL would avoid the index because of it, also for the other conditions.
  const compared = text.length < 3 ? sql`(${column} || '')` : column
  // Not `ilike any` for several texts, which PostgreSQL estimates as cheaper than a comparison of dates.
  return sql<boolean>`${compared} ilike ${likePattern(text)}`
}
