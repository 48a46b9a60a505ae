import { sql } from 'kysely'

/**
 * Whether the traveller of purchase `p` has withdrawn or was erased and is not to be contacted any more. `e` is the enquiry of
 * the lead, left joined, because a lead that an admin entered has none.
 */
export const contactStoppedSql = sql<boolean>`(p.traveller_erased_at is not null
  or coalesce(e.status = 'withdrawn' or e.erased_at is not null, false))`
