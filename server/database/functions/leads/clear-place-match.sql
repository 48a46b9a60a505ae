-- A write that changes a place without its match, such as an erasure, must not keep the match of the previous text.
create or replace function clear_place_match() returns trigger language plpgsql as $$
begin
  if new.destination is distinct from old.destination and new.destination_match = old.destination_match then
    new.destination_match := null;
  end if;
  if new.city is distinct from old.city and new.city_match = old.city_match then
    new.city_match := null;
  end if;
  return new;
end $$;

create or replace trigger leads_place_changed before update of destination, city on leads for each row
  when (old.destination is distinct from new.destination or old.city is distinct from new.city)
  execute function clear_place_match();
