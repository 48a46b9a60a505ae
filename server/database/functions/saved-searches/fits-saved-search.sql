create or replace function fits_saved_search(s saved_searches, l leads, p_price_paise bigint) returns boolean language sql stable as $$
  select (s.lead_type is null or l.lead_type = s.lead_type)
    and (s.trip_type is null or l.trip_type = s.trip_type)
    and (s.verified is null or ((s.verified = 'email' or l.phone_verified_at is not null)
      and (s.verified = 'phone' or l.email_verified_at is not null)))
    and (s.max_price_paise is null or p_price_paise <= s.max_price_paise)
    and (s.travel_from is null or coalesce(l.travel_date, l.month_end) >= s.travel_from)
    -- A month matches if one of its days does.
    and (s.travel_to is null or coalesce(l.travel_date, date_trunc('month', l.month_end::timestamp)::date) <= s.travel_to)
    and (s.destination_patterns is null or coalesce(l.destination_match, l.destination) ilike any (s.destination_patterns))
    and (s.destinations_patterns is null or coalesce(l.destination_match, l.destination) ilike any (s.destinations_patterns))
    and (s.city_patterns is null or coalesce(l.city_match, l.city) ilike any (s.city_patterns))
    and (s.cities_patterns is null or coalesce(l.city_match, l.city) ilike any (s.cities_patterns))
$$;
