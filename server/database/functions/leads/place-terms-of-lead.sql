-- Every text of up to 20 characters in a lead's places, in lower case, as ILIKE compares them.
create or replace function place_terms_of_lead(p_destination text, p_city text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct kind || substr(place, first, size)), '{}')
  from (values ('d', lower(p_destination)), ('c', lower(p_city))) places (kind, place),
    generate_series(1, length(place)) first, generate_series(1, least(20, length(place) - first + 1)) size
$$;
