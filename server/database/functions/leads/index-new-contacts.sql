create or replace function index_new_contacts() returns trigger language plpgsql as $$
begin
  insert into lead_contacts (contact_hash, lead_id, phone)
    select contact_hash(phone), id, phone from new_leads where phone <> ''
    union select contact_hash(email), id, null from new_leads where email <> '';
  return null;
end $$;

create or replace trigger leads_contacts_insert after insert on leads
  referencing new table as new_leads
  for each statement execute function index_new_contacts();
