create or replace function redo_check_of_erased() returns trigger language plpgsql as $$
begin
  perform redo_withdrawn_check_of(new);
  return null;
end $$;

create or replace trigger purchases_traveller_erased after update of traveller_erased_at on purchases for each row
  when (old.traveller_erased_at is null and new.traveller_erased_at is not null
    and new.created_at > new.traveller_erased_at - interval '24 hours')
  execute function redo_check_of_erased();
