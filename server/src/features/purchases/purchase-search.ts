import { type RawBuilder, sql } from 'kysely'
import { containing } from '../../platform/database/containing.ts'

/** A condition: the lead `l` has a text in its name, contact, places or number. */
export function searchCondition(search: string): RawBuilder<unknown> {
  const pattern = containing(search)
  // Phone numbers are stored without spaces and shown with spaces.
  const phone = search.replace(/[\s()-]/g, '')
  const byPhone = /^\+?\d+$/.test(phone) ? sql`or l.phone like ${containing(phone)}` : sql``
  return sql`(l.name ilike ${pattern} or l.email ilike ${pattern}
    or l.city ilike ${pattern} or l.destination ilike ${pattern}
    or lead_label(l.number) ilike ${pattern} ${byPhone})`
}
