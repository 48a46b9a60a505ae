import { type RawBuilder, sql } from 'kysely'
import { likePattern } from '../../../platform/database/like-pattern.ts'
import { phoneCondition } from '../../../platform/database/phone-search.ts'
import { contactStoppedSql } from './contact-stopped.ts'
import { hasPlaceSql } from './place-columns.ts'

/**
 * A condition: the lead `l` of purchase `p` has a text in its name, contact, places or number. A contact that is stopped is
 * not searched, because searches for its parts would reveal it.
 */
export function searchCondition(search: string): RawBuilder<unknown> {
  const pattern = likePattern(search)
  const byPhone = phoneCondition(sql`l.phone`, search)
  return sql`(l.name ilike ${pattern}
    or ${hasPlaceSql('l', 'city', search)} or ${hasPlaceSql('l', 'destination', search)}
    or record_label('LD', l.number) ilike ${pattern}
    or (l.email ilike ${pattern} ${byPhone ? sql`or ${byPhone}` : sql``}) and not ${contactStoppedSql})`
}
