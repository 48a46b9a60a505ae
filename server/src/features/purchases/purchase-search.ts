import { type RawBuilder, sql } from 'kysely'
import { likePattern } from '../../platform/database/like-pattern.ts'

/** A condition: the lead `l` has a text in its name, contact, places or number. */
export function searchCondition(search: string): RawBuilder<unknown> {
  const pattern = likePattern(search)
  // Phone numbers are stored without spaces and shown with spaces.
  const phone = search.replace(/[\s()-]/g, '')
  const byPhone = /^\+?\d+$/.test(phone) ? sql`or l.phone like ${likePattern(phone)}` : sql``
  return sql`(l.name ilike ${pattern} or l.email ilike ${pattern}
    or l.city ilike ${pattern} or l.destination ilike ${pattern}
    or lead_label(l.number) ilike ${pattern} ${byPhone})`
}
