import { sql } from 'kysely'

/** The clashes that are open: both accounts still have the numbers of which the clash was found. */
export const openClashesSql = sql`phone_clashes c join users kept on kept.id = c.user_id and kept.phone = c.phone
  join users holder on holder.phone = c.normal_form and holder.id <> c.user_id`

/** The ids of both accounts of each open clash. */
export const clashingUsersSql = sql`(select unnest(array[kept.id, holder.id]) from ${openClashesSql})`
