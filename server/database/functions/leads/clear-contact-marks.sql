-- A changed email or phone is not verified.
create or replace function clear_contact_marks() returns trigger language plpgsql as $$
begin
  if new.email is distinct from old.email then
    new.email_verified_at := null;
  end if;
  if new.phone is distinct from old.phone then
    new.phone_verified_at := null;
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
