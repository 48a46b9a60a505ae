-- Reads the check again for the pending requests of a traveller who has withdrawn or is erased.
create or replace function redo_withdrawn_check() returns trigger language plpgsql as $$
declare
  p purchases;
begin
  for p in select b.* from purchases b
    where (tg_table_name = 'purchases' and b.id = new.id
        or tg_table_name = 'enquiries' and b.lead_id = (select lead_id from lead_origins where enquiry_id = new.id))
      and b.created_at > clock_timestamp() - interval '24 hours'
    for update of b
  loop
    update replacement_checks c set found = e.found, happened_at = e.happened_at
      from replacement_requests r, find_return_evidence(p, clock_timestamp()) e
      where r.purchase_id = p.id and r.status = 'pending' and c.request_id = r.id
        and c.check_code = 'withdrawn' and e.check_code = 'withdrawn';
  end loop;
  return null;
end $$;

create or replace trigger enquiries_stopped after update on enquiries for each row
  when (old.withdrawn_at is null and old.erased_at is null
    and (new.withdrawn_at is not null or new.erased_at is not null))
  execute function redo_withdrawn_check();

create or replace trigger purchases_traveller_erased after update of traveller_erased_at on purchases for each row
  when (old.traveller_erased_at is null and new.traveller_erased_at is not null)
  execute function redo_withdrawn_check();
