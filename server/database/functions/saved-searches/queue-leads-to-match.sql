create or replace function queue_leads_to_match() returns trigger language plpgsql as $$
begin
  insert into leads_to_match (lead_id, put_on_sale_at)
    select id, clock_timestamp() from new_leads
    where status = 'buy' and deleted_at is null and not is_expired
      -- Demo and bench data that are loaded with an earlier date are not new.
      and created_at > clock_timestamp() - interval '10 minutes';
  return null;
end $$;

-- Sold is final, so a lead is put on sale only when it is created. A purchase does not fire this trigger.
create or replace trigger leads_to_match_insert after insert on leads
  referencing new table as new_leads
  for each statement execute function queue_leads_to_match();
