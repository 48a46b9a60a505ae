-- The filters of a search, to compare them with those that a rule was switched on for.
create or replace function filters_of_search(s saved_searches) returns jsonb language sql stable as $$
  select jsonb_build_object('lead_type', s.lead_type, 'trip_type', s.trip_type, 'destination', s.destination,
    'destinations', s.destinations, 'city', s.city, 'cities', s.cities, 'travel_from', s.travel_from, 'travel_to', s.travel_to,
    'verified', s.verified, 'max_price_paise', s.max_price_paise)
$$;
