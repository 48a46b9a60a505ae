-- Marks of contacts that the traveller has verified, on enquiries and on the leads made of them
-- (docs/decisions/0060-verified-contacts.md).

-- First the lock of the fold: a running fold ends before the table is locked.
select pg_advisory_xact_lock(hashtextextended('fold_lead_counts', 0));
lock table leads in access exclusive mode;

alter table enquiries
  -- Hash of the secret that only the mail to the present email contains. Null: no such mail was sent.
  add column email_key_hash bytea,
  add column email_verified_at timestamptz,
  add column phone_verified_at timestamptz;
alter table leads
  add column email_verified_at timestamptz,
  add column phone_verified_at timestamptz;
alter table lead_search
  add column email_verified boolean not null default false,
  add column phone_verified boolean not null default false;

-- A search for verified contacts that matches few leads reads these.
create index lead_search_email_verified on lead_search (created_at desc, lead_id desc) where email_verified;
create index lead_search_phone_verified on lead_search (created_at desc, lead_id desc) where phone_verified;

-- A changed contact loses its mark, no matter which code changes it.
create function clear_contact_marks() returns trigger language plpgsql as $$
begin
  if new.email is distinct from old.email then
    new.email_verified_at := null;
  end if;
  if new.phone is distinct from old.phone then
    new.phone_verified_at := null;
  end if;
  return new;
end $$;
create trigger enquiries_contact_changed before update of email, phone on enquiries for each row
  when (old.email is distinct from new.email or old.phone is distinct from new.phone)
  execute function clear_contact_marks();
-- A sale sets neither column, so it does not fire.
create trigger leads_contact_changed before update of email, phone on leads for each row
  when (old.email is distinct from new.email or old.phone is distinct from new.phone)
  execute function clear_contact_marks();

create or replace function index_changed_lead()
returns trigger
language plpgsql
as $$
begin
  update lead_search set name = new.name, destination = new.destination, city = new.city,
      created_at = new.created_at, travel_date = new.travel_date, month_end = new.month_end, lead_type = new.lead_type,
      trip_type = new.trip_type, is_expired = new.is_expired, is_deleted = new.deleted_at is not null,
      is_sold = new.status = 'sold', sold_cost_paise = new.sold_cost_paise,
      email_verified = new.email_verified_at is not null, phone_verified = new.phone_verified_at is not null
    where lead_id = new.id;
  return null;
end $$;

create or replace function index_new_leads()
returns trigger
language plpgsql
as $$
begin
  insert into lead_search (lead_id, name, destination, city, created_at, travel_date, month_end, lead_type, trip_type,
      is_expired, is_deleted, is_sold, sold_cost_paise, email_verified, phone_verified)
    select id, name, destination, city, created_at, travel_date, month_end, lead_type, trip_type,
      is_expired, deleted_at is not null, status = 'sold', sold_cost_paise,
      email_verified_at is not null, phone_verified_at is not null
    from new_leads;
  return null;
end $$;

drop trigger leads_searchable_update on leads;
create trigger leads_searchable_update after update on leads for each row when (
    old.name is distinct from new.name
    or old.destination is distinct from new.destination
    or old.city is distinct from new.city
    or old.created_at is distinct from new.created_at
    or old.travel_date is distinct from new.travel_date
    or old.month_end is distinct from new.month_end
    or old.lead_type is distinct from new.lead_type
    or old.trip_type is distinct from new.trip_type
    or old.is_expired is distinct from new.is_expired
    or old.deleted_at is distinct from new.deleted_at
    or old.email_verified_at is distinct from new.email_verified_at
    or old.phone_verified_at is distinct from new.phone_verified_at
  ) execute function index_changed_lead();
