-- Codes that verify the phone of an enquiry, and the stand-in of a trial for the SMS provider
-- (docs/decisions/0061-verified-phone.md).

create table phone_codes (
  id uuid primary key,
  enquiry_id uuid not null references enquiries (id) on delete cascade,
  -- With the salt of the database. Codes of one number are counted by it.
  phone_hash bytea not null,
  -- Null until the SMS is sent: no table and no job contains a code.
  code_key bytea,
  code_hash bytea,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz,
  tries smallint not null default 0 check (tries between 0 and 5),
  -- SMS that this code has caused, or may cause. 0: none is sent, because the number has had its codes of the day.
  reserved smallint not null check (reserved between 0 and 3),
  -- Set before an attempt to send, and cleared if nothing was sent. Still set at the next attempt: the outcome is unknown.
  sending_since timestamptz,
  sent_at timestamptz,
  -- Used, or replaced by a later code.
  ended_at timestamptz
);
create index phone_codes_by_phone on phone_codes (phone_hash, created_at);
create index phone_codes_by_enquiry on phone_codes (enquiry_id, created_at);

create table sandbox_messages (
  id uuid primary key,
  phone text not null,
  text text not null,
  created_at timestamptz not null default clock_timestamp()
);
create table sandbox_message_behaviour (
  one boolean primary key default true check (one),
  settings jsonb not null
);
