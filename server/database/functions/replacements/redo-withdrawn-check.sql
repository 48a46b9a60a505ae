create or replace function redo_withdrawn_check() returns trigger language plpgsql as $$
declare
  p purchases;
begin
  for p in select b.* from lead_origins o join purchases b on b.lead_id = o.lead_id
    where o.enquiry_id = new.id and b.created_at > clock_timestamp() - interval '24 hours' for update of b
  loop
    perform redo_withdrawn_check_of(p);
  end loop;
  return null;
end $$;

create or replace trigger enquiries_stopped after update on enquiries for each row
  when (old.withdrawn_at is null and old.erased_at is null
    and (new.withdrawn_at is not null or new.erased_at is not null))
  execute function redo_withdrawn_check();
