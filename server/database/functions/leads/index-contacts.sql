-- Keeps the contacts of each lead in lead_contacts.
create or replace function index_contacts() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from lead_contacts
      where lead_id = old.id and contact_hash in (contact_hash(old.phone), contact_hash(old.email));
  end if;
  if tg_op <> 'DELETE' then
    insert into lead_contacts (contact_hash, lead_id, phone)
      select contact_hash(new.phone), new.id, new.phone where new.phone <> ''
      union select contact_hash(new.email), new.id, null where new.email <> '';
  end if;
  return null;
end $$;

create or replace trigger leads_contacts after insert or delete on leads for each row execute function index_contacts();

create or replace trigger leads_contacts_update after update of phone, email on leads for each row
  when (old.phone is distinct from new.phone or old.email is distinct from new.email)
  execute function index_contacts();
