-- During an upgrade, the version before can still correct an email. It does not know the secret and the later links that
-- were mailed to the old email, so it keeps them, and they would verify the new email.
create or replace function clear_contact_marks() returns trigger language plpgsql as $$
begin
  if new.email is distinct from old.email then
    new.email_verified_at := null;
  end if;
  if new.phone is distinct from old.phone then
    new.phone_verified_at := null;
  end if;
  if tg_table_name = 'enquiries' and lower(new.email) is distinct from lower(old.email) then
    if new.email_key_hash is not distinct from old.email_key_hash then
      new.email_key_hash := null;
      delete from enquiry_links where enquiry_id = new.id;
    end if;
  end if;
  return new;
end $$;

create or replace trigger enquiries_contact_changed before update of email, phone on enquiries for each row
  when (old.email is distinct from new.email or old.phone is distinct from new.phone)
  execute function clear_contact_marks();

-- A sale sets neither column, so it does not fire.
create or replace trigger leads_contact_changed before update of email, phone on leads for each row
  when (old.email is distinct from new.email or old.phone is distinct from new.phone)
  execute function clear_contact_marks();
