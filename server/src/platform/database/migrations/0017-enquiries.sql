-- Enquiries of travellers, the leads made of them, and a place apart for personal data of the audit log.

create function enquiry_label(p_number bigint) returns text language sql immutable as $$
  select 'RQ-' || lpad(p_number::text, greatest(6, length(p_number::text)), '0')
$$;

create table enquiries (
  id uuid primary key,
  -- RQ-000123: quoted by people, opens nothing.
  number bigint generated always as identity unique,
  -- SHA-256 of the secret in the traveller's own link.
  token_hash bytea unique,
  status text not null default 'new' check (status in ('new', 'converted', 'rejected', 'withdrawn')),
  name text not null,
  phone text not null,
  email text,
  city text,
  destination text,
  travel_date date,
  travel_days integer not null default 0,
  travel_nights integer not null default 0,
  adult integer not null default 0,
  children integer not null default 0,
  infant integer not null default 0,
  trip_type text not null,
  lead_type text not null check (lead_type in ('domestic', 'international')),
  source text not null check (source in ('Website', 'Referral', 'Advertisement')),
  -- What the traveller agreed to, in the words that the server held at that moment.
  consent_text text not null,
  consent_version text not null,
  consent_at timestamptz not null,
  -- The latest earlier enquiry with the same phone or email.
  duplicate_of uuid references enquiries (id),
  -- The field that people do not see was filled in: by a program, or by a browser that fills in forms by itself.
  suspected boolean not null default false,
  reject_reason text check (reject_reason in ('spam', 'duplicate', 'other')),
  decided_at timestamptz,
  decided_by uuid references users (id),
  created_at timestamptz not null default clock_timestamp(),
  corrected_at timestamptz,
  withdrawn_at timestamptz,
  erased_at timestamptz,
  -- What a search looks in, one part a line: no text that is searched for holds a line break.
  search_text text generated always as (
    lower(name || chr(10) || phone || chr(10) || coalesce(email, '') || chr(10)
      || coalesce(city, '') || chr(10) || coalesce(destination, ''))
  ) stored,
  check ((status = 'rejected') = (reject_reason is not null)),
  check ((status = 'withdrawn') = (withdrawn_at is not null)),
  check ((decided_at is null) = (decided_by is null)),
  check (status not in ('converted', 'rejected') or decided_at is not null),
  check (status <> 'new' or decided_at is null),
  -- Erased is empty: nothing that says who it was, and no link that opens it.
  check (erased_at is null or (name = '' and phone = '' and email is null and city is null
    and travel_date is null and token_hash is null))
);
create index enquiries_newest on enquiries (created_at desc, id desc) where erased_at is null;
create index enquiries_waiting on enquiries (created_at, id)
  where status = 'new' and not suspected and erased_at is null;
create index enquiries_suspected on enquiries (created_at, id)
  where status = 'new' and suspected and erased_at is null;
create index enquiries_phone on enquiries (phone, created_at desc) where erased_at is null;
create index enquiries_email on enquiries (lower(email), created_at desc)
  where erased_at is null and email is not null;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index enquiries_search on enquiries using gin (search_text gin_trgm_ops);
  end if;
end $$;

-- The enquiry that a lead was made of, with what its traveller agreed to. Beside the leads, whose rows each sale writes
-- anew. It stays when the enquiry is emptied: who bought the lead relies on it.
create table lead_origins (
  lead_id uuid primary key references leads (id),
  enquiry_id uuid not null unique references enquiries (id),
  source text not null,
  consent_text text not null,
  consent_version text not null,
  consent_at timestamptz not null
);

-- Limits keep a hash of a phone or an email. With this in it no list of hashed numbers made elsewhere tells whose it is.
create table contact_salt (
  only_one boolean primary key default true check (only_one),
  salt text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into contact_salt default values;

-- Why a lead is on no list any more; null of one that an admin deleted.
alter table leads add column deleted_cause text check (deleted_cause in ('withdrawn', 'erased')),
  add check (deleted_cause is null or deleted_at is not null);

-- The audit log is append-only, and a traveller may ask to be erased. What entries tell of travellers (name, phone,
-- email, city, message, day of travel) therefore stands here: erasing removes these rows, and the log itself stays as it
-- was written.
create table audit_personal_data (
  -- No foreign key: an entry never goes away, which its own trigger sees to.
  audit_id bigint primary key,
  subject_id uuid not null,
  before jsonb,
  after jsonb
);
create index audit_personal_data_subject on audit_personal_data (subject_id);

insert into audit_personal_data (audit_id, subject_id, before, after)
  select id, subject_id,
    (select jsonb_object_agg(key, value) from jsonb_each(before)
      where key in ('name', 'phone', 'email', 'city', 'travelDate', 'travel_date')),
    (select jsonb_object_agg(key, value) from jsonb_each(after)
      where key in ('name', 'phone', 'email', 'city', 'travelDate', 'travel_date'))
  from audit_log where subject_type = 'lead' and subject_id is not null
    and (before ?| array['name', 'phone', 'email', 'city', 'travelDate', 'travel_date']
      or after ?| array['name', 'phone', 'email', 'city', 'travelDate', 'travel_date']);
alter table audit_log disable trigger audit_log_append_only;
update audit_log set before = before - array['name', 'phone', 'email', 'city', 'travelDate', 'travel_date'],
    after = after - array['name', 'phone', 'email', 'city', 'travelDate', 'travel_date']
  where id in (select audit_id from audit_personal_data);
alter table audit_log enable trigger audit_log_append_only;
