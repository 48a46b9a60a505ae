-- Phone numbers have one normal form (docs/decisions/0093-one-form-of-a-phone.md).

-- Admins find leads by a part of a phone number. The index is beside the leads, because a sale writes a new version of
-- the lead, and more indexes of leads would make each purchase slower.
alter table lead_contacts add column phone text;
comment on column lead_contacts.phone is 'The phone number of the hash; null for an email.';
update lead_contacts c set phone = l.phone from leads l
  where l.id = c.lead_id and c.contact_hash = contact_hash(l.phone) and l.phone <> '';

create or replace function index_new_contacts() returns trigger language plpgsql as $$
begin
  insert into lead_contacts (contact_hash, lead_id, phone)
    select contact_hash(phone), id, phone from new_leads where phone <> ''
    union select contact_hash(email), id, null from new_leads where email <> '';
  return null;
end $$;

create or replace function index_changed_contacts() returns trigger language plpgsql as $$
begin
  delete from lead_contacts
    where lead_id = old.id and contact_hash in (contact_hash(old.phone), contact_hash(old.email));
  if tg_op = 'UPDATE' then
    insert into lead_contacts (contact_hash, lead_id, phone)
      select contact_hash(new.phone), new.id, new.phone where new.phone <> ''
      union select contact_hash(new.email), new.id, null where new.email <> '';
  end if;
  return null;
end $$;

do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index lead_contacts_phone on lead_contacts using gin (phone gin_trgm_ops) where phone is not null;
  end if;
end $$;

-- Accounts whose phone number has a normal form that another account has. They keep their number until an admin or the
-- owner changes it.
create table phone_clashes (
  user_id uuid primary key references users (id) on delete cascade,
  phone text not null,
  normal_form text not null,
  found_at timestamptz not null default now()
);
comment on column phone_clashes.phone is 'The number of the account when the clash was found.';

-- The stored numbers are normalised once, by the server that starts first with this release.
create table phone_normalisation (
  only_row boolean primary key default true check (only_row),
  done_at timestamptz not null default now()
);
