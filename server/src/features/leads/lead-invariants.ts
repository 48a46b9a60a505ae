const filterColumns = ['lead_type', 'trip_type', 'status', 'is_expired']

/**
 * Selects the stored counts that differ from the leads, by these columns. Leads with a null in one of the columns are
 * not counted.
 */
function wrongCounts(table: string, columns: readonly string[]): string {
  const all = columns.join(', ')
  const known = columns.map((column) => `${column} is not null`).join(' and ')
  return `
    select *, k.n as stored, l.n as counted from (
      select ${all}, sum(n) as n from (
        select ${all}, n from ${table} where ${known} union all select ${all}, n from lead_count_changes where ${known}
      ) parts group by ${all}
    ) k full join (
      select ${all}, count(*) as n from (
        select ${filterColumns.join(', ')}, coalesce(destination_match, destination) as destination,
          coalesce(city_match, city) as city, travel_date, month_end, deleted_at, lead_day(created_at) as day from leads
      ) leads
      where deleted_at is null and ${known} group by ${all}
    ) l using (${all})
    where coalesce(k.n, 0) <> coalesce(l.n, 0)`
}

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
  'the stored counts of leads are those of the table': wrongCounts('lead_totals', filterColumns),
  'the stored counts of each day are those of the table': wrongCounts('lead_day_counts', [
    'day',
    ...filterColumns,
  ]),
  'the stored counts of each month are the sums of its days': `
    select *, m.n as stored, d.n as counted from lead_month_counts m full join (
      select lead_month(day) as month, ${filterColumns.join(', ')}, sum(n) as n from lead_day_counts group by 1, 2, 3, 4, 5
    ) d using (month, ${filterColumns.join(', ')})
    where coalesce(m.n, 0) <> coalesce(d.n, 0)`,
  'the stored counts of destinations are those of the table': wrongCounts(
    'lead_destination_counts',
    ['destination'],
  ),
  'the stored counts of cities are those of the table': wrongCounts('lead_city_counts', ['city']),
  'the stored totals of each destination are those of the table': wrongCounts(
    'lead_destination_totals',
    ['destination', ...filterColumns],
  ),
  'the stored totals of each city are those of the table': wrongCounts('lead_city_totals', [
    'city',
    ...filterColumns,
  ]),
  'the stored totals of each destination and city are those of the table': wrongCounts(
    'lead_place_totals',
    ['destination', 'city', ...filterColumns],
  ),
  'the stored totals of each travel date are those of the table': wrongCounts(
    'lead_travel_totals',
    ['travel_date', ...filterColumns],
  ),
  'the stored totals of each month are those of the table': wrongCounts('lead_travel_totals', [
    'month_end',
    ...filterColumns,
  ]),
  'the searched copy of each lead has its values': `
    select l.id from leads l left join lead_search s on s.lead_id = l.id
    where s.lead_id is null
      or (s.name, s.destination, s.city, s.created_at, s.travel_date, s.month_end, s.lead_type, s.trip_type, s.is_expired,
          s.is_deleted) is distinct from (l.name, coalesce(l.destination_match, l.destination),
          coalesce(l.city_match, l.city), l.created_at, l.travel_date, l.month_end, l.lead_type,
          l.trip_type, l.is_expired, l.deleted_at is not null)
      or (l.status = 'sold') <> (s.is_sold or l.id in (
        select c.lead_id from lead_count_changes c where c.lead_id is not null))
      or s.is_sold and s.sold_cost_paise is distinct from l.sold_cost_paise
      or s.email_verified <> (l.email_verified_at is not null) or s.phone_verified <> (l.phone_verified_at is not null)`,
  'each phone number and email of a lead is in the index of contacts, and nothing else is': `
    with contacts as (
      select contact_hash(phone) as contact_hash, id as lead_id, phone from leads where phone <> ''
      union select contact_hash(email), id, null from leads where email <> ''
    )
    (select 'missing' as problem, * from contacts except select 'missing', contact_hash, lead_id, phone from lead_contacts)
    union all
    (select 'unknown', contact_hash, lead_id, phone from lead_contacts except select 'unknown', * from contacts)`,
}
