/** The query of each invariant selects the rows that violate it. */
export const leadInvariants = {
  'a sold lead has a cause, a lead for sale none': `
    select id, status, sold_cause from leads
    where (status = 'sold') <> (sold_cause is not null)`,
  'a lead marked as expired is unsold, and its travel date has passed or it is under review': `
    select id, status, travel_date, month_end from leads
    where is_expired and (status <> 'buy'
      or corrected_from is null and is_travel_over(travel_date, month_end, today_in_india()) is not true)`,
  'a lead under review is marked as expired, so that it is not for sale': `
    select id from leads where corrected_from is not null and not is_expired`,
  'each phone number and email of a lead is in the index of contacts, and nothing else is': `
    with contacts as (
      select contact_hash(phone) as contact_hash, id as lead_id, phone from leads where phone <> ''
      union select contact_hash(email), id, null from leads where email <> ''
    )
    (select 'missing' as problem, * from contacts except select 'missing', contact_hash, lead_id, phone from lead_contacts)
    union all
    (select 'unknown', contact_hash, lead_id, phone from lead_contacts except select 'unknown', * from contacts)`,
}
