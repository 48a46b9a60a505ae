import { type RawBuilder, sql } from 'kysely'

/** The columns that identify a group of similar leads, in tables and in `leadGroupSql`. */
export const groupColumnsSql = sql`verification, source, completeness, has_travel_date, lead_type`

/**
 * The group of lead `l` with its origin `o`, which is null for a lead that an admin entered. Only the presence and the
 * verification of contacts are used, not the contacts themselves.
 * @param at the time of the sale. Later verifications are ignored, because they depend on the outcome of the sale
 */
export function leadGroupSql(at: RawBuilder<unknown>) {
  return sql`
    case when l.phone_verified_at <= ${at} and l.email_verified_at <= ${at} then 'both'
      when l.phone_verified_at <= ${at} then 'phone'
      when l.email_verified_at <= ${at} then 'email' else 'none' end as verification,
    coalesce(o.source, 'Admin') as source,
    case num_nonnulls(l.email, l.city, l.destination, nullif(l.travel_days, 0),
        nullif(l.adult + l.children + l.infant, 0), l.budget_per_person, l.priority) / 3
      when 0 then 'few' when 1 then 'some' else 'most' end as completeness,
    l.travel_date is not null as has_travel_date, l.lead_type`
}
