import { sql } from 'kysely'

/**
 * Whether the traveller of purchase `p` must not be contacted any more, because the traveller has withdrawn or was
 * erased. `e` is the enquiry of the lead, joined with a left join: a lead that an admin entered has no enquiry.
 */
export const contactStoppedSql = sql<boolean>`(p.traveller_erased_at is not null
  or coalesce(e.status = 'withdrawn' or e.erased_at is not null, false))`
