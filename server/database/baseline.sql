-- The tables of Raahi with their constraints and indexes, in the order of the features. A new database is created from this
-- file and from the functions and triggers beside it (functions/<feature>/<name>.sql). Until the first release it is edited in
-- place; see migrations/README.md.

-- Functions of values, which indexes and generated columns use: a change needs a migration that computes the stored values anew.

-- The calendar day in India at an instant. A test may replace this function to move midnight.
create function day_in_india(p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'Asia/Kolkata')::date
$$;

-- The day in India when the statement began.
create function today_in_india() returns date language sql stable as $$
  select day_in_india(statement_timestamp())
$$;

-- The instant at which a day begins in India.
create function day_start_in_india(p_day date) returns timestamptz language sql immutable as $$
  select p_day::timestamp at time zone 'Asia/Kolkata'
$$;

-- The calendar year in which the financial year (1 April to 31 March in India) begins.
create function financial_year(at timestamptz) returns integer
  language sql immutable parallel safe
  return extract(year from (at at time zone 'Asia/Kolkata') - interval '3 months')::integer;

-- The LIKE patterns of texts that contain one of the given texts; null without a text.
create function containing_patterns(p_texts text[]) returns text[] language sql immutable as $$
  select array_agg('%' || replace(replace(replace(t, '\', '\\'), '%', '\%'), '_', '\_') || '%') from unnest(p_texts) t
$$;

-- What one of a lead's terms equals if the lead matches the places of a search: the beginnings of the destinations, or without
-- them, of the cities. Empty without places.
create function place_terms_of_search(p_destinations text[], p_more_destinations text[], p_cities text[], p_more_cities text[])
returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct kind || left(lower(place), 20)), '{}')
  from (select case
      when cardinality(p_destinations) > 0 then 'd' when cardinality(p_more_destinations) > 0 then 'd' else 'c' end as kind,
    case when cardinality(p_destinations) > 0 then p_destinations when cardinality(p_more_destinations) > 0 then p_more_destinations
      when cardinality(p_cities) > 0 then p_cities else p_more_cities end as places) required, unnest(places) place
$$;


-- ========== What an operator sets ==========

-- One row. The audit log has every earlier version.
create table settings (
  id uuid primary key default '00000000-0000-0000-0000-00000000005e'
    check (id = '00000000-0000-0000-0000-00000000005e'),
  version integer not null default 0,
  -- Agents buy leads only with an approved KYC.
  buying_needs_kyc boolean not null default false,
  -- Receives the statement of each month; null: it is not mailed.
  accountant_email text,
  -- The day in India since which there is an address: the first statement is that of its month.
  accountant_since date,
  -- Recharges and refunds above this amount wait for a second admin; null: none.
  approval_above_paise bigint check (approval_above_paise > 0),
  -- A lower limit that was raised or removed stays in force for a day, so that no admin lifts it for one amount.
  approval_kept_paise bigint,
  approval_kept_until timestamptz,
  changed_at timestamptz,
  changed_by uuid,
  check ((accountant_email is null) = (accountant_since is null)),
  check ((changed_at is null) = (changed_by is null))
);
comment on table settings is 'One row.';

create table lead_costs (
  id uuid primary key,
  type text not null unique check (type in ('domestic', 'international', 'both')),
  price_paise bigint not null check (price_paise between 0 and 100000000),
  updated_at timestamptz not null default now()
);

-- A version of the rule by which unsold leads become cheaper. Version 1 has no steps: it is off.
create table ageing_rules (
  id uuid primary key default gen_random_uuid(),
  version integer not null unique check (version > 0),
  starts_at timestamptz not null unique default clock_timestamp(),
  -- Null for the first version, which no admin made.
  created_by uuid,
  check ((version = 1) = (created_by is null))
);
comment on table ageing_rules is 'Append-only. Versions of the rule by which unsold leads become cheaper.';

-- From this number of days in India after the day on which a lead was put on sale, it costs so many per cent less.
create table ageing_steps (
  version integer not null references ageing_rules (version),
  lead_type text not null check (lead_type in ('domestic', 'international')),
  after_days integer not null check (after_days between 1 and 365),
  percent integer not null check (percent between 1 and 90),
  primary key (version, lead_type, after_days),
  unique (version, lead_type, percent)
);
comment on table ageing_steps is 'Append-only. A later step of a type has more per cent.';


-- ========== Accounts of agents and admins ==========

create table users (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text,
  password_hash text not null,
  city text,
  company_name text not null,
  role text not null check (role in ('admin', 'user')),
  -- What an admin may do; null for agents.
  rights text[],
  status text not null default 'active' check (status in ('active', 'suspended')),
  profile_file text,
  kyc_file text,
  kyc_name text,
  kyc_type text,
  created_at timestamptz not null default now(),
  -- Lower-case copies that the list is searched by.
  search_name text not null generated always as (lower(name)) stored,
  search_email text not null generated always as (lower(email)) stored,
  search_city text generated always as (lower(city)) stored,
  search_company text not null generated always as (lower(company_name)) stored,
  -- A GSTIN begins with the state it is registered in; without a GSTIN the agent states it.
  gstin text
    check (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$'),
  billing_state text check (billing_state ~ '^[0-9]{2}$'),
  billing_address text check (length(billing_address) <= 300),
  -- When the account was first logged in to; null: never. Sessions are removed after they end, this stays.
  first_login_at timestamptz,
  -- When the last token of a session was issued; null: never.
  last_active_at timestamptz,
  -- When the KYC document was deleted because the account was not used.
  kyc_deleted_at timestamptz,
  -- When the owner confirmed the email; null: not yet (docs/decisions/0020-verified-contacts.md).
  email_confirmed_at timestamptz,
  -- The email that a user wants to have, until the link that was sent there is used or expires.
  pending_email text,
  pending_email_until timestamptz,
  kyc_status text not null default 'none'
    check (kyc_status in ('none', 'submitted', 'approved', 'rejected')),
  -- Number of uploads. A decision names the upload that the admin has seen.
  kyc_version integer not null default 0,
  kyc_submitted_at timestamptz,
  kyc_decided_at timestamptz,
  kyc_decided_by uuid references users (id),
  kyc_reason_code text,
  kyc_reason_text text,
  -- The agency of an agent has the id of the account that founded it. What an agency owns has this id as its user_id. Null for admins.
  agency_id uuid references users (id),
  agent_role text check (agent_role in ('owner', 'buyer', 'caller')),
  -- What a buyer may buy on a day in India; null: no limit.
  daily_limit_paise bigint check (daily_limit_paise > 0),
  -- When the owner suspended the member. The status of the founder's account is that of the agency.
  member_suspended_at timestamptz,
  -- When a member was shown what its role means; null: not yet.
  role_shown_at timestamptz,
  -- All fields that one search text is compared with, in lower case, one per line.
  search_all text not null generated always as (
    lower(name || E'\n' || email || E'\n' || coalesce(phone, '') || E'\n' || company_name || E'\n' ||
      coalesce(city, '') || E'\n' || coalesce(gstin, '') || E'\n' || id::text)
  ) stored,
  check ((kyc_file is null) = (kyc_name is null) and (kyc_file is null) = (kyc_type is null)),
  constraint users_rights_of_admins check ((role = 'admin') = (rights is not null)),
  constraint users_rights_known check (rights <@ array['leads', 'agents', 'money', 'support', 'settings']),
  constraint users_agent_has_phone check (role = 'admin' or phone is not null),
  constraint users_gstin_state
    check (gstin is null or billing_state is not distinct from left(gstin, 2)),
  constraint users_kyc_deleted check (kyc_deleted_at is null or kyc_file is null),
  check ((pending_email is null) = (pending_email_until is null)),
  constraint users_kyc_submitted_with_file
    check (kyc_status <> 'submitted' or kyc_file is not null),
  constraint users_kyc_submitted_at
    check (kyc_status = 'none' or kyc_submitted_at is not null),
  constraint users_kyc_decided_at
    check ((kyc_status in ('approved', 'rejected')) = (kyc_decided_at is not null)),
  constraint users_kyc_decided_by
    check ((kyc_decided_at is null) = (kyc_decided_by is null)),
  constraint users_kyc_reason
    check ((kyc_status = 'rejected') = (kyc_reason_code is not null)
      and (kyc_reason_code is null) = (kyc_reason_text is null)),
  constraint users_agency check ((role = 'user') = (agency_id is not null) and (role = 'user') = (agent_role is not null)),
  constraint users_daily_limit check (daily_limit_paise is null or agent_role is not distinct from 'buyer'),
  constraint users_owner_not_suspended check (member_suspended_at is null or agent_role is distinct from 'owner')
);
-- An agency has one owner. The trigger users_agency_has_owner refuses an agency without one.
create unique index users_agency_owner on users (agency_id) where agent_role = 'owner';
create index users_agency_members on users (agency_id) where agency_id <> id;
create unique index users_email_key on users (email);
create index users_kyc_all on users (kyc_submitted_at, id) where kyc_status <> 'none';
create index users_kyc_queue on users (kyc_status, kyc_submitted_at, id) where kyc_status <> 'none';
create index users_unused_kyc on users (created_at) where kyc_file is not null and first_login_at is null;
create unique index users_profile_file_key on users (profile_file) where profile_file is not null;
-- Find the owner of a stored file, before files without an owner are removed.
create unique index users_kyc_file_key on users (kyc_file) where kyc_file is not null;
-- The order of the list with the columns of its text filters, so that counting reads only the index.
create index users_newest on users (created_at desc, id desc)
  include (search_name, search_email, search_city, search_company, agency_id);
create index users_role_created on users (role, created_at desc);
create unique index users_phone_key on users (phone);
comment on column users.rights is 'What an admin may do; null for agents.';
comment on column users.phone is 'Null only for admins.';
comment on column users.search_name is 'Name, email, city and company in lower case, generated by the database.';
comment on column users.billing_state is 'Two digits; of a GSTIN the first two.';
comment on column users.first_login_at is 'First login; null: never logged in.';
comment on column users.kyc_deleted_at is 'When the KYC document was deleted because the account was not used.';
comment on column users.email_confirmed_at is 'When the owner confirmed the email; null: unconfirmed.';
comment on column users.pending_email is 'The requested new email, until its link is used or expires; see email_confirmations.';
comment on column users.kyc_status is 'A trigger changes it with each new or deleted document.';
comment on column users.kyc_version is 'A trigger counts the changes of the document, the status, the name, the company and the GSTIN.';
comment on column users.kyc_reason_code is 'Set while rejected.';
comment on column users.agency_id is 'The founder of the agency, which owns wallet and purchases; null for admins.';
comment on column users.daily_limit_paise is 'Of a buyer, per day in India; null: no limit.';
comment on column users.member_suspended_at is 'When the owner of the agency suspended the member.';
comment on column users.role_shown_at is 'When the member was shown what its role means.';
comment on column users.search_all is 'All fields that one search text is compared with, one per line; generated too.';





-- Who gets the mails of an agency and is named for it: the owner, for the id, the status and the company of the agency.
create view agency_owners as
  select agency.id, agency.status, agency.company_name, owner.id as owner_id, owner.name, owner.email, owner.phone,
    owner.email_confirmed_at
  from users agency join users owner on owner.agency_id = agency.id and owner.agent_role = 'owner';

-- Invitations to an agency. The link has a token, of which the SHA-256 is stored. An accepted or withdrawn one is deleted.
create table member_invitations (
  id uuid primary key,
  agency_id uuid not null references users (id),
  invited_by uuid not null references users (id),
  email text not null,
  role text not null check (role in ('buyer', 'caller')),
  daily_limit_paise bigint check (daily_limit_paise > 0),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check (daily_limit_paise is null or role = 'buyer'),
  unique (agency_id, email)
);
create index member_invitations_expiry on member_invitations (expires_at);


-- ========== Sessions and logins ==========

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  ip text,
  user_agent text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- When the user gave the second factor in this session. Null: the password alone opened it.
  two_factor_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;
comment on column sessions.two_factor_at is 'When the second factor was given; null: the session was created by the password alone.';

-- Access and refresh tokens, stored as SHA-256. A refresh token that is used a second time was stolen, so used tokens are kept
-- until they expire.
create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The latest of a session tells when it was last used.
  issued_at timestamptz not null default now()
);
create index session_tokens_issued on session_tokens (issued_at);
create index session_tokens_expiry on session_tokens (expires_at);
create index session_tokens_session on session_tokens (session_id);

-- Browsers that have logged in to an account. Their wrong passwords are counted apart from those of unknown browsers.
create table known_browsers (
  -- SHA-256 of the token in the browser's cookie.
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  last_login_at timestamptz not null default now(),
  -- When this browser last gave the second factor; null: never.
  two_factor_at timestamptz
);
create index known_browsers_last_login on known_browsers (last_login_at);
create index known_browsers_user on known_browsers (user_id, last_login_at desc);

create table password_resets (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  requested_at timestamptz not null,
  -- HMAC-SHA256 of email and code. There are only 90,000 codes; the limit of tries and the ten minutes protect them.
  code_key bytea not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  -- The code was used, or a newer one took its place.
  ended_at timestamptz,
  -- SHA-256 of the ticket that the code was exchanged for.
  ticket_hash bytea unique,
  ticket_expires_at timestamptz,
  ticket_used_at timestamptz,
  check ((ticket_hash is null) = (ticket_expires_at is null)),
  check (ticket_hash is null or ended_at is not null)
);
create index password_resets_requested on password_resets (requested_at);
create index password_resets_user on password_resets (user_id, requested_at desc);

-- Links that confirm an email. A link confirms the address that it was sent to and no other.
create table email_confirmations (
  -- SHA-256 of the token in the link.
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index email_confirmations_expiry on email_confirmations (expires_at);
create index email_confirmations_user on email_confirmations (user_id);

-- Logins whose password was right and whose code is still to come.
create table login_challenges (
  -- SHA-256 of what the browser holds.
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  -- When it was exchanged for a session, or ended with all sessions of its user.
  ended_at timestamptz
);
create index login_challenges_expiry on login_challenges (expires_at);
create index login_challenges_user on login_challenges (user_id) where ended_at is null;

-- A row means that it is on.
create table two_factor (
  user_id uuid primary key references users (id) on delete cascade,
  -- Which of the product's keys seals the secret.
  key_id text not null,
  -- AES-256-GCM of the secret that the app shares and of the key that recovery codes are hashed with.
  sealed bytea not null,
  -- The time step (30 seconds since 1970) of the last code that was taken: no code of it or an earlier one is taken again.
  last_step bigint not null,
  since timestamptz not null default now()
);

-- An app that is set up and not confirmed yet. An earlier app stays valid until the confirmation.
create table two_factor_setups (
  user_id uuid primary key references users (id) on delete cascade,
  key_id text not null,
  sealed bytea not null,
  started_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references two_factor (user_id) on delete cascade,
  -- HMAC-SHA256 of a code of 120 random bits, so that a fast hash is enough.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);


-- ========== Requests, limits, jobs ==========

-- The answer that a caller got for a key, so that a repeated request gets it again.
create table idempotency_keys (
  caller_id uuid not null,
  call text not null,
  key text not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (caller_id, call, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table rate_limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
create index rate_limits_resets on rate_limits (resets_at);

-- The salt of hashed phones and emails in limits, so that a prepared list of hashes does not reveal them.
create table contact_salt (
  only_one boolean primary key default true check (only_one),
  salt text not null default gen_random_uuid()::text || gen_random_uuid()::text
);


-- ========== Audit log ==========

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id uuid,
  before jsonb,
  after jsonb,
  request_id text,
  ip text,
  -- The default serves purchases, whose entry the database writes.
  actor_role text not null default 'user'
    check (actor_role in ('admin', 'user', 'console')),
  check ((actor_role = 'console') = (actor_id is null))
);
-- Entries are in the order of time, so that a BRIN index finds ranges of days.
create index audit_log_at on audit_log using brin (at) with (autosummarize = on);
-- Few of the entries are of admins.
create index audit_log_admins on audit_log (id desc) include (action) where actor_role <> 'user';
create index audit_log_subject on audit_log (subject_id, id desc);
comment on column audit_log.actor_role is 'Agent by default.';

-- The personal data of travellers in entries of the audit log. An erasure deletes these rows; the log itself is append-only.
create table audit_personal_data (
  -- Without a foreign key, because entries are never deleted.
  audit_id bigint primary key,
  subject_id uuid not null,
  before jsonb,
  after jsonb
);
create index audit_personal_data_subject on audit_personal_data (subject_id);

-- Who has seen the contact of an enquiry or of its lead, except by buying it: one row per person, kind and day in India.
create table contact_views (
  enquiry_id uuid not null,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('opened', 'exported')),
  day date not null default day_in_india(clock_timestamp()),
  viewed_at timestamptz not null default clock_timestamp(),
  primary key (enquiry_id, user_id, kind, day)
);
comment on table contact_views is 'Append-only: who has seen the contact of an enquiry, except by buying it.';
comment on column contact_views.day is 'The day in India.';


-- ========== Ledger: double entry, append-only, integer paise ==========

-- A wallet has the id of its user. Only wallets store a balance: the balance of an account that takes part in every sale would make
-- all buyers wait for each other, so it is summed when it is read.
create table accounts (
  id uuid primary key,
  kind text not null,
  user_id uuid references users (id),
  balance_paise bigint,
  constraint accounts_balance_not_negative check (balance_paise >= 0),
  constraint accounts_valid check (
    kind in ('wallet', 'revenue_leads', 'revenue_plans', 'gateway', 'cash', 'adjustments', 'refunds_due')
    and (kind = 'wallet') = (user_id is not null)
    and (kind = 'wallet') = (balance_paise is not null)
    and (user_id is null or user_id = id)
    -- The largest integer that JavaScript represents exactly.
    and (balance_paise is null or balance_paise <= 9007199254740991)
  )
) with (fillfactor = 70);
create unique index accounts_one_of_each_kind on accounts (kind) where kind <> 'wallet';

-- One row per movement of money.
create table journal_entries (
  id uuid primary key,
  number bigint generated always as identity,
  method text not null,
  status text not null,
  user_id uuid not null references users (id),
  amount_paise bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Each method has one status.
  constraint journal_entries_refunds
    check ((method = 'wallet_refund') = (status = 'lead_refund')),
  constraint journal_entries_valid check (
    method in ('lead_wallet', 'plan_wallet', 'wallet_refund', 'cash', 'recharge_by_admin', 'recharge_correction', 'Online',
      'top_up_refund', 'plan_refund')
    and status in ('captured', 'lead_refund')
    and amount_paise >= 0
  )
);
create index journal_entries_newest on journal_entries (method, created_at, id);
create unique index journal_entries_user on journal_entries (user_id, number desc);

-- account_id has no foreign key, because its check would lock the row of the revenue account in every sale. The audit finds a
-- posting without an account.
create table postings (
  entry_id uuid not null references journal_entries (id),
  account_id uuid not null,
  amount_paise bigint not null,
  balance_after_paise bigint,
  primary key (entry_id, account_id)
);

-- What an admin notes: on a recharge of a wallet a bank or UPI reference and a text for the agent, on a correction or a refund its
-- reason.
create table recharge_details (
  entry_id uuid primary key references journal_entries (id),
  reference text,
  note text,
  check (reference is not null or note is not null)
);

-- A correction takes back a recharge, whole or in part. A recharge can have several.
create table recharge_corrections (
  entry_id uuid primary key references journal_entries (id),
  recharge_id uuid not null references journal_entries (id)
);
create index recharge_corrections_recharge on recharge_corrections (recharge_id);

create table sealed_days (
  -- Of Asia/Kolkata. A day without an entry has no row.
  day date primary key,
  -- 1 is the first sealed day.
  number integer not null unique check (number > 0),
  -- Of the encoding.
  version smallint not null,
  entries bigint not null,
  postings bigint not null,
  -- Sum of the amounts of the entries.
  moved_paise bigint not null,
  -- Secret that hides the amounts in the hashes of the accounts.
  key bytea not null check (length(key) = 32),
  -- One hash of 32 bytes per account that had a posting on the day, in ascending order.
  leaves bytea not null,
  root bytea not null,
  -- Of the sums in sealed_sums, this day included.
  sums_hash bytea not null,
  facts_hash bytea not null,
  body_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null unique,
  sealed_at timestamptz not null default clock_timestamp(),
  previous_leaves bytea not null,
  accounts_root bytea not null,
  actions bigint not null,
  actions_hash bytea not null
);
comment on column sealed_days.leaves is 'One hash of 32 bytes per account that had a posting on the day, in the order of the accounts.';
comment on column sealed_days.previous_leaves is 'The leaf of the account before each of these leaves; zeros: none.';
comment on column sealed_days.accounts_root is 'Merkle root of the last leaf of every account, this day included.';
comment on column sealed_days.actions is 'Entries of the audit log on the day.';
comment on column sealed_days.actions_hash is 'Of these entries.';

-- The sum of all sealed postings of each account. The last sealed day has the hash of all rows.
create table sealed_sums (
  account_id uuid primary key,
  postings bigint not null,
  amount_paise bigint not null,
  leaf bytea not null
) with (fillfactor = 80);
comment on column sealed_sums.leaf is 'The last leaf of the account.';

-- The last time that the postings of a sealed day were read and hashed again.
create table seal_checks (
  day date primary key references sealed_days (day),
  checked_at timestamptz not null default clock_timestamp(),
  -- What differs from the seal. Null: nothing.
  found text
);
create index seal_checks_oldest on seal_checks (checked_at);

create table invariant_audit (
  only_row boolean primary key default true check (only_row),
  finished_at timestamptz not null default clock_timestamp(),
  took_ms bigint not null,
  -- The invariants that it found broken, by name, and since when there is at least one.
  broken text[] not null,
  off_since timestamptz,
  -- The invariants that took too long to be checked.
  unchecked text[] not null,
  -- When the last audit of all invariants ended, and how long it took. `finished_at` is of any audit.
  complete_at timestamptz,
  complete_ms bigint,
  check ((off_since is null) = (broken = '{}'))
);


-- ========== Leads ==========

create table leads (
  id uuid primary key,
  number bigint generated always as identity,
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
  lead_type text not null,
  status text not null default 'buy',
  -- Sold has a cause: a purchase by an agent, or a sale outside the product.
  sold_cause text,
  -- The price when it was sold; null: it had none.
  sold_cost_paise bigint,
  sold_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Why the lead was deleted; null: it is not, or an admin deleted it. An admin also deleted the one under review.
  deleted_cause text,
  -- True only where the travel date has passed. Just after midnight it is still false for the leads that expired with the
  -- day: a task sets it within a minute. Readers therefore compare the date too.
  is_expired boolean not null default false,
  travel_month text,
  budget_per_person text,
  priority text,
  -- The last day of the month of a lead without a travel date. Null: the lead has a travel date, or no month is known.
  month_end date,
  email_verified_at timestamptz,
  phone_verified_at timestamptz,
  destination_match text,
  city_match text,
  corrected_from jsonb,
  contact_digest bytea,
  constraint leads_valid check (
    status in ('buy', 'sold')
    and lead_type in ('domestic', 'international')
    and trip_type in ('Business', 'Family', 'Friends', 'Couples', 'Senior_Citizen', 'Others', 'Group')
    and (status = 'sold') = (sold_cause is not null)
    and (status = 'sold') = (sold_at is not null)
    and (sold_cause is null or sold_cause in ('purchase', 'outside'))
    and (deleted_cause is null or deleted_at is not null and deleted_cause in ('withdrawn', 'erased', 'under-review'))
    and (not is_expired or status = 'buy')
    and (month_end is null or travel_date is null and travel_month is not null)
  ),
  constraint leads_under_review check (corrected_from is null or (status = 'buy' and deleted_at is null))
) with (fillfactor = 85);
alter table leads alter column corrected_from set statistics 0;
create index leads_sold_at on leads (sold_at) include (created_at) where status = 'sold' and deleted_at is null;
create index leads_under_review on leads (id) where corrected_from is not null;
-- Small: few leads have a month only. They are listed by it, and found when they expire.
create index leads_available_by_month on leads (month_end, id)
  where deleted_at is null and status = 'buy' and not is_expired and month_end is not null;
create index leads_expired_newest on leads (created_at desc, id desc)
  where deleted_at is null and is_expired;
-- Also finds the leads that are to be marked as expired: they are the first.
create index leads_available_soonest on leads (travel_date, id)
  where deleted_at is null and status = 'buy' and not is_expired;
create index leads_available_by_type on leads (lead_type, created_at desc, id desc)
  where deleted_at is null and status = 'buy' and not is_expired;
create index leads_available_newest on leads (created_at desc, id desc)
  where deleted_at is null and status = 'buy' and not is_expired;
create index leads_sold_by_cost on leads (sold_cost_paise nulls first, created_at, id)
  where deleted_at is null and status = 'sold';
create index leads_for_sale_by_type on leads (lead_type, created_at desc, id desc)
  where deleted_at is null and status = 'buy';
create index leads_travel_latest on leads (travel_date desc nulls last, id desc)
  where deleted_at is null;
create index leads_travel_soonest on leads (travel_date, id) where deleted_at is null;
create index leads_sold_newest on leads (created_at desc, id desc)
  where deleted_at is null and status = 'sold';
create index leads_for_sale_newest on leads (created_at desc, id desc)
  where deleted_at is null and status = 'buy';
create index leads_newest on leads (created_at desc, id desc) where deleted_at is null;
-- Finds the lead and the money of a number that people quote.
create unique index leads_number on leads (number);
comment on column leads.email is 'Null if the traveller did not give it, like the city and the destination. Only for leads from enquiries.';
comment on column leads.deleted_cause is 'Null for a lead that is not deleted, or that an admin deleted and can restore.';
comment on column leads.is_expired is 'Not for sale: set by the database some seconds after the travel date has passed (compare that date too), and while corrected_from is set.';
comment on column leads.travel_month is 'Null if the traveller did not say, like the next two.';
comment on column leads.month_end is 'The last day of the month of a lead without a travel date; set by the database.';
comment on column leads.email_verified_at is 'When the traveller verified the contact. Null: not verified. The database clears it with the contact.';
comment on column leads.destination_match is 'What filters are compared with, by `placeMatch`. Null: the typed text.';
comment on column leads.corrected_from is 'The values before corrections that no admin has read, by column. Null: not under review.';
comment on column leads.contact_digest is 'Of name, phone and email, set by the sale to an agent: from then on they do not change.';

-- Which leads have a phone number or an email. A table beside the leads: a sale writes a new version of the lead, and more
-- indexes of leads would make each purchase slower. The contact itself is in leads only, so a match is compared with it.
create table lead_contacts (
  contact_hash bigint not null,
  lead_id uuid not null,
  -- Admins find leads by a part of a phone number. The index is beside the leads, because a sale writes a new version of
  -- the lead, and more indexes of leads would make each purchase slower.
  phone text,
  primary key (contact_hash, lead_id)
);
alter table lead_contacts alter column phone set statistics 0;
comment on column lead_contacts.phone is 'The phone number of the hash; null for an email.';

create table lead_preferences (
  user_id uuid primary key references users (id) on delete cascade,
  -- Null: the places of the agent's latest purchases.
  destinations text[],
  cities text[],
  -- Codes of the quick filters that were on when the agent last used one. Until then leads for sale are shown.
  quick_filters text[] not null default '{available}',
  updated_at timestamptz not null default now(),
  purchase_layout text not null default 'list'
    check (purchase_layout in ('cards', 'list')),
  -- Whether the agent has hidden the first steps on the dashboard.
  hides_first_steps boolean not null default false
);


-- ========== Plans and subscriptions ==========

create table plans (
  id uuid primary key,
  -- The identifier that admins give it. Records refer to id.
  plan_id text not null,
  name text not null,
  -- ₹0, or at least ₹1, the minimum of the gateway.
  price_paise bigint not null check (price_paise = 0 or price_paise between 100 and 100000000),
  description text not null,
  validity_days integer not null check (validity_days between 1 and 3650),
  type text not null check (type in ('domestic', 'international', 'both')),
  lead_quota integer not null check (lead_quota between 1 and 100000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index plans_cheapest on plans (price_paise, id) where deleted_at is null;
create unique index plans_plan_id_key on plans (lower(plan_id)) where deleted_at is null;

-- A payment is compared with all changes since its order, so the last one is not enough.
create table plan_changes (
  plan_id uuid not null references plans (id) on delete cascade,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (plan_id, changed_at)
);
comment on table plan_changes is 'When the terms of a plan changed, or the plan was withdrawn. Orders from before expire.';

-- A plan that an agent has, with the terms at its purchase.
create table subscriptions (
  id uuid primary key,
  user_id uuid not null references users (id),
  plan_id uuid not null references plans (id),
  plan_name text not null,
  price_paise bigint not null check (price_paise >= 0),
  type text not null check (type in ('domestic', 'international', 'both')),
  validity_days integer not null check (validity_days > 0),
  lead_quota integer not null check (lead_quota > 0),
  leads_used integer not null default 0,
  -- Why it was granted: a captured payment, the balance of the wallet, cash that an admin received, or a price of 0.
  cause text not null check (cause in ('payment', 'wallet', 'cash', 'free')),
  entry_id uuid unique references journal_entries (id),
  started_at timestamptz not null default clock_timestamp(),
  ends_at timestamptz not null,
  -- When the notices were mailed, once each.
  is_used_up boolean generated always as (leads_used >= lead_quota) stored,
  reminded_at timestamptz,
  used_up_told_at timestamptz,
  -- What a lead of the plan is worth once the plan has ended. A refund to the payer reduces it.
  lead_share_paise bigint not null,
  rule_version smallint not null default 1,
  constraint subscriptions_within_quota check (leads_used between 0 and lead_quota),
  check (ends_at > started_at),
  check ((cause = 'free') = (entry_id is null)),
  check ((cause = 'free') = (price_paise = 0))
);
create index subscriptions_started on subscriptions (started_at);
create index subscriptions_used_up on subscriptions (ends_at)
  where is_used_up and used_up_told_at is null;
create index subscriptions_to_remind on subscriptions (ends_at) where reminded_at is null;
-- A user gets a free plan once.
create unique index subscriptions_free_once on subscriptions (user_id, plan_id) where cause = 'free';
create index subscriptions_plan on subscriptions (plan_id, user_id);
create index subscriptions_user on subscriptions (user_id, ends_at);
comment on column subscriptions.lead_share_paise is 'What one lead is worth once the plan has ended; set by a trigger.';


-- ========== Purchases ==========

create table purchases (
  id uuid primary key,
  -- A lead is sold once.
  lead_id uuid not null unique references leads (id),
  user_id uuid not null references users (id),
  -- 1 for the first purchase of the agent, without gaps, in the order in which they commit.
  number bigint not null,
  -- What the wallet paid.
  cost_paise bigint not null,
  paid_with text not null,
  entry_id uuid unique references journal_entries (id),
  replacement_status text not null default 'no-replacement',
  created_at timestamptz not null default clock_timestamp(),
  -- A purchase is funded by a journal entry of the wallet, or by a lead of a subscription.
  subscription_id uuid references subscriptions (id),
  -- Version 1 of a purchase: the lead's price at that moment; a plan that covers the lead pays it, else the wallet.
  -- A migration that changes the rule changes the default too.
  price_paise bigint not null,
  -- The price without the step for its age, and the version of the rule with this step. Without a foreign key, because its check
  -- would lock the row of the rule in every sale.
  full_price_paise bigint not null,
  ageing_version integer not null,
  rule_version smallint not null default 1,
  -- The version of the refund rule that applies to a purchase. A migration that changes the rule changes this default, so that
  -- earlier purchases keep their rule (docs/decisions/0016-returns.md).
  refund_rule_version smallint not null default 1,
  -- Null: not erased. Also of a lead that came from no enquiry, and of an enquiry that ended after its withdrawal.
  traveller_erased_at timestamptz,
  -- The member of the agency that bought it; of an automatic purchase the one that set the rule. Null: the founder.
  bought_by uuid references users (id),
  -- The member that works the lead; null: not assigned.
  assigned_to uuid references users (id),
  constraint purchases_valid check (
    paid_with in ('wallet', 'plan')
    and (paid_with = 'wallet') = (entry_id is not null)
    and (paid_with = 'plan') = (subscription_id is not null)
    and cost_paise >= 0
    and replacement_status in ('no-replacement', 'pending', 'approved', 'rejected')
  ),
  unique (user_id, number)
);
create index purchases_user_figures on purchases (user_id, created_at desc, id desc)
  include (cost_paise, paid_with, replacement_status);
create index purchases_assigned on purchases (assigned_to, created_at desc, id desc) where assigned_to is not null;
create index purchases_subscription on purchases (subscription_id) where subscription_id is not null;
-- Who gets the mails about a bought lead: the member that works it, if able to log in, otherwise the owner.
create view lead_workers as
  select p.id as purchase_id, p.lead_id, coalesce(member.name, owner.name) as name, coalesce(member.email, owner.email) as email,
    case when member.id is null then owner.email_confirmed_at else member.email_confirmed_at end as email_confirmed_at
  from purchases p join agency_owners owner on owner.id = p.user_id
  left join users member on member.id = p.assigned_to and member.status = 'active' and member.member_suspended_at is null;
comment on column purchases.number is 'Counts the purchases of the agent in the order in which they commit.';
comment on column purchases.cost_paise is 'What the wallet paid; 0 where a plan paid.';
comment on column purchases.subscription_id is 'The subscription that paid, if a plan paid.';
comment on column purchases.price_paise is 'The price of the lead when it was bought.';
comment on column purchases.full_price_paise is 'That price without the step for the age of the lead.';
comment on column purchases.refund_rule_version is 'The version of `replacement_refund` that applies to this purchase.';
comment on column purchases.traveller_erased_at is 'When the data of the traveller was erased. The lead stays with its buyer.';


-- ========== Orders, payments, refunds ==========

-- An order with the terms at its time, because the plan may change or be deleted before the payment.
create table orders (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('plan', 'wallet')),
  plan_id uuid references plans (id),
  plan_name text,
  plan_type text check (plan_type in ('domestic', 'international', 'both')),
  validity_days integer check (validity_days > 0),
  lead_quota integer check (lead_quota > 0),
  amount_paise bigint not null check (amount_paise between 100 and 100000000),
  currency text not null default 'INR' check (currency = 'INR'),
  status text not null default 'open',
  -- Null until the gateway has answered. A repeated request with the same key completes the order.
  gateway_order_id text unique,
  created_at timestamptz not null default clock_timestamp(),
  paid_at timestamptz,
  -- When the reconciler asks the gateway about it next; null: never again.
  next_check_at timestamptz default clock_timestamp() + interval '60 seconds',
  -- Created with the sandbox or a test key, so that no real money is paid.
  is_test boolean not null default false,
  constraint orders_plan_terms check (
    num_nulls(plan_id, plan_name, plan_type, validity_days, lead_quota)
      = case kind when 'plan' then 0 else 5 end),
  check ((status = 'paid') = (paid_at is not null)),
  constraint orders_status_check
    check (status in ('open', 'paid', 'expired', 'closed'))
);
create index orders_test on orders (created_at) where is_test;
-- Paid orders included for some days, because an earlier failed payment may be captured later.
create index orders_to_check on orders (next_check_at)
  where status <> 'closed' and gateway_order_id is not null;
create index orders_user on orders (user_id, created_at desc, id desc);
comment on column orders.gateway_order_id is 'Null until the gateway''s order exists.';
comment on column orders.next_check_at is 'Null: the reconciler is done with the order.';
comment on column orders.is_test is 'Created with the sandbox or a test key.';

create table payments (
  id uuid primary key,
  gateway_payment_id text not null unique,
  user_id uuid not null references users (id),
  -- The plan that it pays for; null: money for the wallet.
  plan_name text,
  amount_paise bigint not null check (amount_paise > 0),
  status text not null,
  -- The entry of a captured payment.
  entry_id uuid unique references journal_entries (id),
  created_at timestamptz not null default clock_timestamp(),
  order_id uuid references orders (id),
  -- How it was paid, such as card or upi, and why it failed, in the gateway's words.
  instrument text,
  failure text,
  -- A second payment of a paid order, which is refunded.
  surplus boolean not null default false,
  constraint payments_status_check
    check (status in ('captured', 'failed', 'lead_refund')),
  constraint payments_entry check ((status <> 'failed') = (entry_id is not null)),
  constraint payments_surplus_no_sale
    check (not surplus or plan_name is null and status <> 'failed'),
  constraint payments_refunded_surplus
    check (status <> 'lead_refund' or surplus)
);
-- Counts the plans that were paid online.
create index payments_plan_sales on payments (created_at)
  where status = 'captured' and plan_name is not null;
-- One payment pays an order, however often payments are reported.
create unique index payments_one_pays_order on payments (order_id)
  where status = 'captured' and not surplus;
create index payments_order on payments (order_id);
create index payments_newest on payments (status, created_at, id);
comment on column payments.plan_name is 'Null: a top-up.';
comment on column payments.entry_id is 'Null for a failed payment.';
comment on column payments.order_id is 'Null: a failed payment from before orders were stored.';
comment on column payments.surplus is 'A duplicate payment, which is refunded.';

-- The refunds of a payment: one if its order does not need the payment, else those that admins made.
create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  amount_paise bigint not null check (amount_paise > 0),
  status text not null default 'pending' check (status in ('pending', 'processed')),
  gateway_refund_id text unique,
  -- The movement from refunds_due back to the gateway.
  entry_id uuid unique references journal_entries (id),
  created_at timestamptz not null default clock_timestamp(),
  processed_at timestamptz,
  -- When it is sent again if its job was lost.
  next_check_at timestamptz not null default clock_timestamp() + interval '10 minutes',
  cause text not null default 'duplicate'
    check (cause in ('duplicate', 'expired', 'admin')),
  -- Of a refund by an admin: the movement from the wallet, or from the revenue of plans, to refunds_due.
  debit_entry_id uuid unique references journal_entries (id),
  check ((cause = 'admin') = (debit_entry_id is not null)),
  check ((status = 'processed') = (processed_at is not null)),
  check ((status = 'processed') = (entry_id is not null)),
  check (status = 'pending' or gateway_refund_id is not null)
);
create unique index refunds_one_unneeded on refunds (payment_id) where cause <> 'admin';
create index refunds_payment on refunds (payment_id);
create index refunds_to_check on refunds (next_check_at) where status = 'pending';
comment on column refunds.cause is 'duplicate: another payment had paid the order. expired: the payment was begun after the order had expired. admin: an admin decided it.';

-- Recharges and refunds that an admin asked for and another admin decides. Without a decision they expire by time alone.
create table money_requests (
  id uuid primary key,
  kind text not null check (kind in ('recharge', 'refund')),
  -- The agent whose money moves.
  user_id uuid not null references users (id),
  -- Of a refund.
  payment_id uuid references payments (id),
  amount_paise bigint not null check (amount_paise > 0),
  reference text,
  -- The note of a recharge, or the reason of a refund.
  note text,
  asked_by uuid not null references users (id),
  asked_at timestamptz not null default clock_timestamp(),
  decided_by uuid references users (id),
  decided_at timestamptz,
  decision text check (decision in ('approved', 'declined')),
  -- The movement of an approved request.
  entry_id uuid unique references journal_entries (id),
  check ((kind = 'refund') = (payment_id is not null)),
  constraint money_requests_two_persons check (decided_by <> asked_by),
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  check ((decision is not distinct from 'approved') = (entry_id is not null))
);
create index money_requests_open on money_requests (asked_at) where decision is null;
create index money_requests_newest on money_requests (asked_at desc, id desc);
create index money_requests_asked_by on money_requests (asked_by, asked_at desc, id desc);

-- The events of the gateway that were processed: the gateway may deliver an event several times, and the timeline of an order
-- shows which ones arrived.
create table gateway_events (
  id text primary key,
  event text not null,
  order_id uuid not null references orders (id),
  received_at timestamptz not null default clock_timestamp()
);
create index gateway_events_order on gateway_events (order_id);


-- ========== Invoices and credit notes ==========

-- The last number of each series in each financial year. Its row is the last lock of a transaction. The next transaction waits for
-- the commit or gets the number of a rollback, so that a series has no gap.
create table invoice_serials (
  series text not null check (series in ('RA', 'CN', 'TRA', 'TCN')),
  financial_year integer not null,
  last_number integer not null check (last_number > 0),
  -- A later number never has an earlier time.
  last_issued_at timestamptz not null,
  primary key (series, financial_year)
);

-- Seller and buyer are as they were when it was issued. Amounts are integer paise.
create table invoices (
  id uuid primary key,
  kind text not null check (kind in ('invoice', 'credit_note')),
  series text not null,
  financial_year integer not null,
  serial integer not null,
  -- RA/26-27/000123: the tax's rules allow 16 characters.
  number text not null unique check (length(number) <= 16),
  payment_id uuid not null references payments (id),
  user_id uuid not null references users (id),
  -- Of a credit note: the invoice that it credits, and the refund. Without a refund, another invoice replaces that one.
  invoice_id uuid references invoices (id),
  refund_id uuid unique references refunds (id),
  -- The invoice with a wrong state or GSTIN that this one replaces.
  replaces_id uuid unique references invoices (id),
  -- Paid at the sandbox. Tests have a separate series.
  is_test boolean not null,
  gateway_payment_id text not null,
  seller_name text not null,
  seller_address text not null,
  seller_gstin text not null,
  buyer_name text not null,
  buyer_company text not null,
  buyer_address text,
  buyer_city text,
  buyer_email text not null,
  buyer_phone text,
  buyer_gstin text,
  -- Two digits; null: not known.
  buyer_state text,
  place_of_supply text not null check (place_of_supply ~ '^[0-9]{2}$'),
  sac text not null,
  description text not null,
  taxable_paise bigint not null check (taxable_paise >= 0),
  cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise >= 0),
  igst_paise bigint not null check (igst_paise >= 0),
  total_paise bigint not null check (total_paise > 0),
  issued_at timestamptz not null,
  -- What its list is searched by, in lower case.
  search_text text not null generated always as (lower(number || ' ' || gateway_payment_id || ' '
    || buyer_name || ' ' || buyer_company || ' ' || coalesce(buyer_gstin, ''))) stored,
  unique (series, financial_year, serial),
  constraint invoices_parts_add_up
    check (taxable_paise + cgst_paise + sgst_paise + igst_paise = total_paise),
  constraint invoices_halves_equal check (cgst_paise = sgst_paise),
  -- CGST and SGST within the seller's state, else IGST.
  constraint invoices_one_kind_of_tax check (
    case when place_of_supply = left(seller_gstin, 2) then igst_paise = 0 else cgst_paise = 0 end),
  constraint invoices_credit_note_of_one check ((kind = 'credit_note') = (invoice_id is not null)),
  constraint invoices_refund_of_note check (refund_id is null or kind = 'credit_note'),
  constraint invoices_replaces_as_invoice check (replaces_id is null or kind = 'invoice'),
  constraint invoices_series check (
    series = case when is_test then 'T' else '' end
      || case kind when 'invoice' then 'RA' else 'CN' end),
  constraint invoices_year check (financial_year = financial_year(issued_at))
);
create index invoices_of_user on invoices (user_id, issued_at desc, id desc);
create index invoices_newest on invoices (issued_at desc, id desc);
create index invoices_payment on invoices (payment_id);
create index invoices_credit_notes on invoices (invoice_id) where invoice_id is not null;
create unique index invoices_first_of_payment on invoices (payment_id) where kind = 'invoice' and replaces_id is null;
create unique index invoices_replaced_once on invoices (invoice_id) where kind = 'credit_note' and refund_id is null;

-- The latest mail with the statement of a month. The row is inserted with its job, so that no month is mailed twice by schedule.
create table statement_mails (
  -- The first day of the month.
  month date primary key check (extract(day from month) = 1),
  email text not null,
  -- In milliseconds, as the admin's screen returns it.
  sent_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  -- Null: sent by the schedule.
  sent_by uuid references users (id)
);


-- ========== Return policy ==========

create table return_policies (
  id uuid primary key default gen_random_uuid(),
  version integer not null unique check (version > 0),
  -- The policy applies to the purchases from here to the start of the next version.
  starts_at timestamptz not null unique default clock_timestamp(),
  report_days integer not null check (report_days between 1 and 90),
  decide_hours integer not null check (decide_hours between 1 and 336),
  -- A request that is not decided in time is approved.
  approves_late boolean not null,
  -- Null for the first version, which no admin made.
  created_by uuid references users (id),
  -- Terms of the checks.
  same_contact_approves boolean not null default true,
  sold_before_approves boolean not null default true,
  withdrawn_approves boolean not null default true,
  -- An agent who returned more than this share of the purchases of 30 days needs the decision of a person, from this number of
  -- purchases on.
  max_return_percent integer not null default 20 check (max_return_percent between 1 and 100),
  rate_purchases integer not null default 10 check (rate_purchases between 1 and 1000),
  traveller_approves boolean not null default true,
  max_automatic integer not null default 5 check (max_automatic between 1 and 100),
  check ((version = 1) = (created_by is null))
);
comment on table return_policies is 'Append-only. A version applies to the purchases from its start to the start of the next.';
comment on column return_policies.max_return_percent is 'A person decides the requests of an agent who returned more of the purchases of 30 days, from a number of these on.';
comment on column return_policies.max_automatic is 'Automatic approvals of an agent in 30 days. Above it, an admin decides.';


-- ========== Requests to replace a lead (returns) ==========

create table replacement_requests (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  -- The buyer, as on the purchase, and the number of its lead: what lists look for.
  user_id uuid not null references users (id),
  lead_number bigint not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  decided_by uuid references users (id),
  -- What an approval gave back: money to the wallet by this entry, or a lead to the plan.
  returned text check (returned in ('wallet', 'plan')),
  entry_id uuid unique references journal_entries (id),
  -- Why an admin rejected the request, for the agent to read. Optional on the wire.
  rejection_reason text,
  -- Null: the agent's text begins with none of the reasons.
  reason_code text,
  reason_text text not null default '',
  -- Version 1 of an approval: a purchase from the wallet gets back its cost. A purchase with a plan gets back its lead (0 paise)
  -- before the end of the plan, and the lead's share of the plan's price afterwards. Both columns are null unless approved.
  refund_paise bigint,
  rule_version smallint,
  -- The policy of the purchase, and until when it wants the request decided. Null: the purchase has no policy.
  policy_version integer references return_policies (version),
  decide_by timestamptz,
  -- 'deadline': approved because it was not decided in time.
  decided_how text,
  -- Purchases and returns of the agent in the 30 days before the request. Null: the purchase has no policy.
  recent_purchases integer,
  recent_returns integer,
  rejection_code text check (rejection_code in ('contact-works', 'still-planning', 'already-talked', 'more-tries',
    'details-right', 'not-duplicate', 'no-proof', 'not-covered', 'other')),
  -- Until when a rejection can be appealed: the days to report of its policy, from the rejection on. Null: not rejected, the
  -- appeal itself was rejected, no policy, or rejected before there was an end.
  appeal_by timestamptz,
  -- Of an appeal that an admin decided: whether it was the admin who had rejected, because there was no other.
  decided_as_only_admin boolean,
  recent_automatic integer,
  check ((status = 'pending') = (decided_at is null)),
  constraint replacement_requests_returned check ((status = 'approved') = (returned is not null)),
  check ((returned is not distinct from 'wallet') = (entry_id is not null)),
  check (rejection_reason is null or status = 'rejected'),
  constraint replacement_requests_has_reason check (reason_code is not null or reason_text <> ''),
  check ((policy_version is null) = (decide_by is null)),
  constraint replacement_requests_decided_how check ((status = 'pending') = (decided_how is null)),
  constraint replacement_requests_decided_by check (
    (decided_how is not distinct from 'person') = (decided_by is not null)),
  -- A deadline only approves.
  constraint replacement_requests_deadline check (
    decided_how is distinct from 'deadline' or (status = 'approved' and decide_by is not null)),
  constraint replacement_requests_recent check ((recent_purchases is null) = (recent_returns is null)),
  -- Only a person rejects.
  constraint replacement_requests_approved_automatically check (
    decided_how in ('person', 'deadline') or status = 'approved'),
  constraint replacement_requests_decided_how_check check (decided_how in ('person', 'deadline', 'check', 'traveller')),
  constraint replacement_requests_rejection_code check (rejection_code is null or status = 'rejected'),
  constraint replacement_requests_appeal_by check (appeal_by is null or status = 'rejected'),
  constraint replacement_requests_only_admin check (decided_as_only_admin is null or decided_how = 'person')
);
create index replacement_requests_decide_by on replacement_requests (decide_by) where status = 'pending';
create index replacement_requests_approved on replacement_requests (decided_at) where status = 'approved';
create index replacement_requests_reason_code on replacement_requests (reason_code, status);
create index replacement_requests_lead on replacement_requests (lead_number);
create index replacement_requests_status on replacement_requests (status, created_at desc, id desc);
create index replacement_requests_newest on replacement_requests (created_at desc, id desc);
create index replacement_requests_user on replacement_requests (user_id, created_at desc, id desc)
  include (status);
create index replacement_requests_purchase on replacement_requests (purchase_id);
-- A purchase has at most one open or approved request, so that nothing is given back twice.
create unique index replacement_requests_one_live on replacement_requests (purchase_id)
  where status <> 'rejected';
comment on column replacement_requests.reason_code is 'Null if the text begins with no known reason.';
comment on column replacement_requests.refund_paise is 'What an approval paid into the wallet; 0 where the lead went back to the plan.';
comment on column replacement_requests.policy_version is 'The return policy of the purchase, and until when it wants the request decided.';
comment on column replacement_requests.decided_how is '''deadline'': approved because it was not decided by `decide_by`; ''check'': because a check proves it.';
comment on column replacement_requests.recent_purchases is 'Purchases and returns of the agent in the 30 days before; null if the purchase has no policy.';
comment on column replacement_requests.appeal_by is 'Until when the rejection can be appealed; null: it cannot, or has no end.';
comment on column replacement_requests.decided_as_only_admin is 'Of an appeal that an admin decided: whether this admin had rejected, because there was no other.';
comment on column replacement_requests.recent_automatic is 'Automatic approvals of the agent in the 30 days before. Null: not counted yet at that time.';

-- The result of each check of a request, also of one that found nothing.
create table replacement_checks (
  request_id uuid not null references replacement_requests (id) on delete cascade,
  check_code text not null check (check_code in ('same-contact', 'sold-before', 'withdrawn')),
  -- What proves that the lead is bad; null: nothing.
  found text check (found in ('phone', 'email', 'phone-and-email', 'withdrawn', 'erased')),
  -- The other lead with the same contact.
  other_lead_id uuid,
  -- When the other lead was sold, or the traveller withdrew or was erased.
  happened_at timestamptz,
  primary key (request_id, check_code),
  check ((found is null) = (happened_at is null)),
  check ((other_lead_id is null) = (found is null or check_code = 'withdrawn'))
);
comment on table replacement_checks is 'The result of each check of a request; `found` is null if it proves nothing.';

create table request_pictures (
  id uuid primary key,
  request_id uuid not null references replacement_requests (id) on delete cascade,
  position smallint not null check (position between 1 and 3),
  -- The stored name: never part of an answer.
  file text not null unique,
  -- Of the file as it is stored, so that a repeated upload adds nothing.
  sha256 bytea not null check (length(sha256) = 32),
  created_at timestamptz not null default clock_timestamp(),
  unique (request_id, position),
  unique (request_id, sha256)
);
comment on table request_pictures is 'A picture that an agent added to a request.';

create table traveller_questions (
  -- A traveller is asked once about a lead.
  lead_id uuid primary key references leads (id) on delete cascade,
  enquiry_id uuid not null,
  asked_at timestamptz not null default clock_timestamp(),
  -- Null: not answered, or erased.
  answer text check (answer in ('planning', 'reached', 'not-travelling', 'never-asked')),
  -- Of 'not-travelling': it was so before the purchase, or within 72 hours after it.
  was_in_time boolean,
  answered_at timestamptz,
  -- The answer was erased with the traveller.
  erased_at timestamptz,
  check ((answer is null) = (answered_at is null)),
  check ((answer is not distinct from 'not-travelling') = (was_in_time is not null)),
  check (answer is null or erased_at is null)
);
create index traveller_questions_enquiry on traveller_questions (enquiry_id);
comment on table traveller_questions is 'The question to the traveller of a lead that its buyer wants to return, and the answer.';
comment on column traveller_questions.answer is 'Null: not answered, or erased.';


-- ========== Return odds ==========

create table return_odds (
  only_row boolean primary key default true check (only_row),
  computed_at timestamptz not null,
  purchases integer not null check (purchases >= 0),
  returned integer not null check (returned between 0 and purchases),
  -- Null without purchases.
  base_rate double precision check (base_rate between 0 and 1),
  prior_weight double precision not null check (prior_weight > 0),
  -- The back-test. Without a tested purchase it has no scores.
  tested integer not null check (tested >= 0),
  brier double precision check (brier between 0 and 1),
  base_brier double precision check (base_brier between 0 and 1),
  -- Agents are shown odds only while this is true.
  is_better boolean generated always as (coalesce(brier < base_brier, false)) stored,
  check ((tested = 0) = (brier is null) and (brier is null) = (base_brier is null))
);
comment on table return_odds is 'One row: the latest computation, which replaces the rows of the next three tables too.';

create table return_odds_groups (
  verification text not null check (verification in ('none', 'email', 'phone', 'both')),
  source text not null,
  completeness text not null check (completeness in ('few', 'some', 'most')),
  has_travel_date boolean not null,
  lead_type text not null check (lead_type in ('domestic', 'international')),
  purchases integer not null check (purchases > 0),
  returned integer not null check (returned between 0 and purchases),
  odds double precision not null check (odds between 0 and 1),
  primary key (verification, source, completeness, has_travel_date, lead_type)
);

-- The back-test by month in India.
create table return_odds_months (
  month date primary key,
  tested integer not null check (tested > 0),
  returned integer not null check (returned between 0 and tested),
  brier double precision not null check (brier between 0 and 1),
  base_brier double precision not null check (base_brier between 0 and 1)
);

-- The tested purchases in ten parts, by what was predicted.
create table return_odds_tenths (
  tenth integer primary key check (tenth between 1 and 10),
  tested integer not null check (tested > 0),
  predicted double precision not null check (predicted between 0 and 1),
  returned integer not null check (returned between 0 and tested)
);


-- ========== Enquiries of travellers ==========

-- Where enquiries come from: the quote form, an admin, a program with a key, a campaign. Two exist in every database.
create table sources (
  id uuid primary key,
  kind text not null check (kind in ('website', 'manual', 'import', 'api', 'google-ads', 'meta-ads', 'embed')),
  name text not null,
  state text not null default 'active' check (state in ('active', 'paused')),
  -- Enquiries of a day in India. Null: no limit.
  daily_limit integer check (daily_limit > 0),
  -- What an enquiry gets that does not say it. Null: it stays unknown.
  lead_type text check (lead_type in ('domestic', 'international')),
  trip_type text,
  publish_at_once boolean not null default false,
  -- SHA-256 of the secret that the provider sends with each delivery.
  secret_hash bytea,
  created_at timestamptz not null default clock_timestamp(),
  -- The page at Meta whose leads belong to the source. Without a form: those of all forms that no other source has.
  meta_page_id text,
  meta_form_id text,
  -- The websites that may show the form of the source.
  embed_domains text[] not null default '{}',
  check (cardinality(embed_domains) = 0 or kind = 'embed'),
  check ((secret_hash is not null) = (kind = 'google-ads')),
  check (meta_page_id is null or kind = 'meta-ads'),
  check (meta_form_id is null or meta_page_id is not null),
  -- The built-in sources have no settings.
  check (kind not in ('website', 'manual') or state = 'active' and daily_limit is null and not publish_at_once)
);
create unique index sources_meta on sources (meta_page_id, meta_form_id) nulls not distinct where meta_page_id is not null;
create unique index sources_built_in on sources (kind) where kind in ('website', 'manual');
insert into sources (id, kind, name) values
  ('00000000-0000-7000-8000-000000000001', 'website', 'Quote form'),
  ('00000000-0000-7000-8000-000000000002', 'manual', 'Entered by an admin');

-- The consent texts of the form of a source. The latest version is shown; earlier travellers agreed to earlier ones.
create table source_consents (
  source_id uuid not null references sources (id),
  version integer not null,
  text text not null check (text <> ''),
  created_at timestamptz not null default clock_timestamp(),
  primary key (source_id, version)
);

-- The questions that the form of a source has asked, and the field that an admin has chosen. Null: answers are kept as text.
create table source_questions (
  source_id uuid not null references sources (id),
  question text not null,
  field text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (source_id, question)
);

-- Keys of programs: of a source, or of an agent. The key itself is shown once and not stored.
create table api_keys (
  id uuid primary key,
  -- SHA-256 of the key.
  key_hash bytea not null unique,
  name text not null,
  scopes text[] not null,
  source_id uuid references sources (id),
  user_id uuid references users (id),
  -- A suspension of the member that made a key revokes it.
  created_by uuid references users (id),
  created_at timestamptz not null default clock_timestamp(),
  -- The last day in India. Null: no end.
  ends_on date,
  revoked_at timestamptz,
  -- Written at most once a minute.
  last_used_at timestamptz,
  last_used_from text,
  check (num_nonnulls(source_id, user_id) = 1),
  -- The owner decides the scopes, so that no key of an agent sends enquiries and no key of a source reads purchases.
  check (scopes = case when source_id is not null then array['intake:write'] else array['purchases:read'] end)
);
create index api_keys_source on api_keys (source_id) where source_id is not null;
create index api_keys_user on api_keys (user_id) where user_id is not null;

-- What an admin paid for a source on a day in India.
create table source_costs (
  source_id uuid not null references sources (id),
  day date not null,
  amount_paise bigint not null check (amount_paise between 1 and 100000000),
  primary key (source_id, day)
);

create table enquiries (
  id uuid primary key,
  -- RQ-000123. It gives no access.
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
  travel_days integer,
  travel_nights integer,
  adult integer,
  children integer,
  infant integer,
  trip_type text,
  lead_type text check (lead_type in ('domestic', 'international')),
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
  -- What is searched, one field per line: a search text has no line break.
  search_text text generated always as (
    lower(name || chr(10) || phone || chr(10) || coalesce(email, '') || chr(10)
      || coalesce(city, '') || chr(10) || coalesce(destination, ''))
  ) stored,
  -- What a traveller can add to a trip: a month instead of a date, a budget per
  -- person, and what matters most. Null: not said.
  travel_month text,
  budget_per_person text,
  priority text,
  -- Hash of the secret that only the mail to the present email contains. Null: no such mail was sent.
  email_key_hash bytea,
  email_verified_at timestamptz,
  phone_verified_at timestamptz,
  -- An enquiry is also compared with the leads of the last 90 days.
  duplicate_of_lead uuid references leads (id) on delete set null,
  -- The earlier enquiry whose agent has returned it: the traveller offers the same trip to another agent, with a new consent.
  renews uuid unique references enquiries (id),
  -- The quote form by default.
  source_id uuid not null default '00000000-0000-7000-8000-000000000001' references sources (id),
  check ((status = 'rejected') = (reject_reason is not null)),
  check ((status = 'withdrawn') = (withdrawn_at is not null)),
  -- From a source: the address from which the traveller agreed, a message, and further questions with their answers.
  consent_ip text,
  message text,
  extra jsonb,
  -- Without an admin its source has published it.
  check (decided_by is null or decided_at is not null),
  check (decided_at is null or decided_by is not null or status in ('converted', 'withdrawn')),
  check (consent_text <> ''),
  check (status not in ('converted', 'rejected') or decided_at is not null),
  check (status <> 'new' or decided_at is null),
  -- An erased enquiry has no personal data and no link.
  check (erased_at is null or (name = '' and phone = '' and email is null and city is null
    and travel_date is null and token_hash is null
    and consent_ip is null and message is null and extra is null))
);
create index enquiries_duplicate_of_lead on enquiries (duplicate_of_lead) where duplicate_of_lead is not null;
create index enquiries_email on enquiries (email, created_at desc)
  where erased_at is null and email is not null;
-- All that the list of enquiries shows while nothing else is asked for. Its total comes from the index alone, also of one
-- status and of duplicates: a fifth of the time at 100,000 enquiries.
create index enquiries_shown on enquiries (created_at desc, id desc) include (status, duplicate_of)
  where erased_at is null and (status <> 'new' or not suspected);
create index enquiries_phone on enquiries (phone, created_at desc) where erased_at is null;
create index enquiries_suspected on enquiries (created_at, id)
  where status = 'new' and suspected and erased_at is null;
create index enquiries_waiting on enquiries (created_at, id)
  where status = 'new' and not suspected and erased_at is null;
create index enquiries_newest on enquiries (created_at desc, id desc) where erased_at is null;
create index enquiries_source on enquiries (source_id, created_at desc);
comment on column enquiries.token_hash is 'Null after erasure.';
comment on column enquiries.email is 'Null if the traveller did not give it, like all columns of the trip.';
comment on column enquiries.email_key_hash is 'Hash of the secret that only the mail to the present email contains. Null: no such mail was sent.';
comment on column enquiries.email_verified_at is 'When the traveller verified the contact. Null: not verified. The database clears it with the contact.';
comment on column enquiries.duplicate_of_lead is 'A lead, on sale or sold, with the same contact, when the enquiry was sent or corrected. Null also if duplicate_of is set.';

-- What a source has sent, and what became of it.
create table source_arrivals (
  id uuid primary key,
  source_id uuid not null references sources (id),
  -- Of the id at the source, with the salt of the database, because a source may use an email as the id. It outlives an
  -- erasure, so that a repeated delivery does not bring the traveller back. Null: refused, or a test.
  external_hash bytea,
  outcome text not null check (outcome in ('received', 'duplicate', 'suspected', 'published', 'refused', 'test')),
  -- The error code of a refusal, and the names of the wrong fields.
  code text,
  fields text[] not null default '{}',
  enquiry_id uuid references enquiries (id),
  created_at timestamptz not null default clock_timestamp(),
  check ((outcome = 'refused') = (code is not null)),
  check ((outcome in ('refused', 'test')) = (external_hash is null)),
  unique (source_id, external_hash)
);
create index source_arrivals_latest on source_arrivals (source_id, id desc);

-- Leads that Meta has reported and that were not fetched yet: no contact, only the id of the lead at Meta.
create table meta_leads (
  leadgen_id text primary key,
  page_id text not null,
  form_id text not null,
  -- With which the provider's reports name the ad.
  ad_id text,
  adgroup_id text,
  -- Null: no source has the page.
  source_id uuid references sources (id),
  -- The error code, after the last attempt. Null: a job fetches it.
  failed_code text,
  created_at timestamptz not null default clock_timestamp(),
  check (failed_code is null or source_id is not null)
);
create index meta_leads_page on meta_leads (page_id, form_id);
create index meta_leads_source on meta_leads (source_id) where source_id is not null;

-- Further links of enquiries (docs/decisions/0018-enquiries.md). Only the hash of a link's secret is stored,
-- so a mail that repeats the link of an enquiry needs a new secret. Earlier links stay valid.
create table enquiry_links (
  token_hash bytea primary key,
  enquiry_id uuid not null references enquiries (id),
  created_at timestamptz not null default clock_timestamp()
);
create index enquiry_links_enquiry on enquiry_links (enquiry_id);
comment on table enquiry_links is 'Links of an enquiry beside the one in `enquiries.token_hash`.';

-- The enquiry of a lead and the consent of its traveller. It stays when the enquiry is erased, because the buyer needs it.
create table lead_origins (
  lead_id uuid primary key references leads (id),
  enquiry_id uuid not null unique references enquiries (id),
  source text not null,
  consent_text text not null,
  consent_version text not null,
  consent_at timestamptz not null
);

-- Files of enquiries that an admin imports for a source.
create table imports (
  id uuid primary key,
  source_id uuid not null references sources (id),
  file_name text not null,
  state text not null default 'uploaded' check (state in ('uploaded', 'running', 'done', 'undone')),
  headings text[] not null,
  -- The field of each heading. Null: the column is not imported.
  fields text[] not null,
  -- The answers of the admin to what the file leaves open.
  date_order text check (date_order in ('dmy', 'mdy', 'ymd')),
  repair_phones boolean not null default false,
  -- What the travellers agreed to, by the statement of the admin.
  consent_text text not null,
  row_count integer not null,
  uploaded_by uuid not null references users (id),
  run_by uuid references users (id),
  created_at timestamptz not null default clock_timestamp(),
  check (cardinality(headings) = cardinality(fields)),
  check (state in ('uploaded', 'undone') or run_by is not null)
);
create index imports_newest on imports (created_at desc, id desc);
create index imports_source on imports (source_id, created_at desc);

-- The rows of files: all before the import, then those that were not added.
create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  row integer not null,
  cells text[] not null,
  -- The phones and emails in the cells, by which a traveller is found.
  contacts text[] not null,
  answers jsonb not null default '{}',
  primary key (import_id, row)
);
alter table import_rows alter column cells set statistics 0;
alter table import_rows alter column contacts set statistics 0;
alter table import_rows alter column answers set statistics 0;
create index import_rows_contacts on import_rows using gin (contacts);

-- What happened to each row, at most once.
create table import_results (
  import_id uuid not null references imports (id) on delete cascade,
  row integer not null,
  -- An undo removes added leads and keeps those that were sold.
  outcome text not null check (outcome in ('added', 'duplicate', 'refused', 'removed', 'kept')),
  -- The lead of the row, or the one that it repeats, until the end of the trial removes that one.
  lead_id uuid references leads (id) on delete set null,
  primary key (import_id, row),
  check (outcome not in ('added', 'removed', 'kept') or lead_id is not null)
);
create unique index import_results_lead on import_results (lead_id) where outcome in ('added', 'removed', 'kept');

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
create index phone_codes_by_enquiry on phone_codes (enquiry_id, created_at);
create index phone_codes_by_phone on phone_codes (phone_hash, created_at);


-- ========== Reports of travellers that no agent called ==========

-- Reports of travellers that no agent has called, and who has seen a contact
-- (docs/decisions/0018-enquiries.md).
create table call_reports (
  -- One report per purchase.
  purchase_id uuid primary key references purchases (id),
  enquiry_id uuid not null unique references enquiries (id),
  status text not null default 'open' check (status in ('open', 'answered')),
  reported_at timestamptz not null default clock_timestamp(),
  answer text check (answer in ('called-no-answer', 'will-call-today')),
  answered_at timestamptz,
  -- The traveller reports again if the agent has promised a call and not kept it.
  times integer not null default 1 check (times >= 1),
  check ((status = 'answered') = (answer is not null)),
  check ((status = 'answered') = (answered_at is not null))
);
create index call_reports_open on call_reports (reported_at) where status = 'open';
comment on table call_reports is 'A traveller''s report that no agent has called.';


-- ========== Messages of the contact form ==========

create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- The field that people do not see was filled in, as in an enquiry.
  suspected boolean not null default false,
  -- When an admin marked it as answered, and who.
  answered_at timestamptz,
  answered_by uuid references users (id),
  -- What admins answered in the product. It stays when the message is marked as waiting.
  answer text,
  check ((answered_at is null) = (answered_by is null))
);
create index contact_messages_email on contact_messages (email);
create index contact_messages_shown on contact_messages (created_at desc, id desc)
  where not suspected or answered_at is not null;
create index contact_messages_suspected on contact_messages (created_at)
  where answered_at is null and suspected;
create index contact_messages_open on contact_messages (created_at)
  where answered_at is null and not suspected;


-- ========== Live events ==========

-- xid is the transaction of the change. subject_id is a lead (new, changed, sold), a user (account, access) or a session; null for
-- 'prices' and 'everything'.
create table lead_events (
  xid xid8 not null default pg_current_xact_id(),
  kind text not null,
  subject_id uuid,
  check ((subject_id is null) = (kind in ('prices', 'everything'))),
  constraint lead_events_kind_check check (
    kind in ('new', 'changed', 'sold', 'prices', 'account', 'access', 'session', 'everything', 'pipeline', 'unassigned')
  )
);
create index lead_events_xid on lead_events (xid);
comment on table lead_events is 'The changes of the last minutes that open screens follow.';
comment on column lead_events.subject_id is 'A lead, a user or a session, by `kind`. Of unassigned: the member that had the lead.';

-- Snapshots, one a minute. Events that the oldest one sees may have been removed.
create table lead_event_marks (
  snapshot pg_snapshot not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table lead_event_marks is 'A snapshot a minute. Events that the oldest one sees may have been removed.';
comment on column lead_event_marks.snapshot is 'Text of a pg_snapshot.';


-- ========== Saved searches and alerts ==========

create table saved_searches (
  id uuid primary key,
  user_id uuid not null references users (id),
  name text not null check (name <> ''),
  -- The filters, as those of the marketplace. Null or empty: any.
  lead_type text check (lead_type in ('domestic', 'international')),
  trip_type text check (
    trip_type in ('Business', 'Family', 'Friends', 'Couples', 'Senior_Citizen', 'Others', 'Group')
  ),
  destination text,
  destinations text[] not null default '{}' check (cardinality(destinations) <= 12),
  city text,
  cities text[] not null default '{}' check (cardinality(cities) <= 12),
  travel_from date,
  travel_to date,
  verified text check (verified in ('phone', 'email', 'both')),
  max_price_paise bigint check (max_price_paise >= 0),
  paused_at timestamptz,
  -- Leads that were put on sale before this do not match: it is set by the creation, by a change of the filters, and when a
  -- pause ends.
  matches_from timestamptz not null default clock_timestamp(),
  -- Matches after this are new to the agent.
  seen_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  mail_alerts text not null default 'off' check (mail_alerts in ('off', 'at-once', 'hourly', 'daily')),
  -- The secret of the link that stops the alerts of this search without a login. It has 122 random bits.
  stop_key uuid not null unique default gen_random_uuid(),
  push_alerts text not null default 'at-once' check (push_alerts in ('off', 'at-once', 'hourly', 'daily')),
  destination_texts text[],
  destinations_texts text[],
  city_texts text[],
  cities_texts text[],
  destination_patterns text[] generated always as (
    containing_patterns(coalesce(destination_texts, array_remove(array[destination], null)))) stored,
  destinations_patterns text[] generated always as (containing_patterns(coalesce(destinations_texts, destinations))) stored,
  city_patterns text[] generated always as (
    containing_patterns(coalesce(city_texts, array_remove(array[city], null)))) stored,
  cities_patterns text[] generated always as (containing_patterns(coalesce(cities_texts, cities))) stored,
  place_terms text[] not null generated always as (place_terms_of_search(
    coalesce(destination_texts, array_remove(array[destination], null)), coalesce(destinations_texts, destinations),
    coalesce(city_texts, array_remove(array[city], null)), coalesce(cities_texts, cities))) stored,
  check (travel_from <= travel_to)
);
create index saved_searches_anywhere on saved_searches (lead_type, trip_type) where paused_at is null and place_terms = '{}';
create index saved_searches_places on saved_searches using gin (place_terms) with (fastupdate = off) where paused_at is null;
create unique index saved_searches_name on saved_searches (user_id, lower(name));
comment on column saved_searches.matches_from is 'Leads that were put on sale before this do not match.';
comment on column saved_searches.seen_at is 'Matches after this are new to the agent.';
comment on column saved_searches.stop_key is 'The secret of the link that stops the alerts.';
comment on column saved_searches.destination_texts is
  'What the places are compared with, like the next three, by `placeTextsOf`. Null: the typed texts.';
comment on column saved_searches.destination_patterns is 'The next five are generated from the places.';

-- Without foreign keys, which would take longer than the comparison. Matches of deleted searches are deleted with them or by
-- their age. One index, because a burst of leads may have many matches.
create table saved_search_matches (
  search_id uuid not null,
  lead_id uuid not null,
  matched_at timestamptz not null default now(),
  primary key (search_id, lead_id)
);
-- Finds old matches. The rows are in the order of time.
create index saved_search_matches_oldest on saved_search_matches using brin (matched_at);

-- Matches whose alert is not sent yet.
create table lead_alerts (
  channel text not null check (channel in ('mail', 'push')),
  user_id uuid not null,
  search_id uuid not null,
  lead_id uuid not null,
  due_at timestamptz not null,
  -- The alert is planned from here. A search whose filters were changed later no longer wants it.
  put_on_sale_at timestamptz not null,
  primary key (channel, user_id, search_id, lead_id)
);
create index lead_alerts_due on lead_alerts (channel, due_at, user_id);
create index lead_alerts_of_search on lead_alerts (search_id);
comment on table lead_alerts is 'Matches whose alert is not sent yet.';

-- Hours without alerts, in minutes after midnight in India. From 22:00 to 7:00 is 1320 to 420.
create table alert_settings (
  user_id uuid primary key references users (id),
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  -- When the last mail with alerts was queued.
  mailed_at timestamptz,
  -- The secret of the link that stops all mails of this agent, for a mail with more searches than a link can name. It has 122 random bits.
  stop_key uuid not null unique default gen_random_uuid(),
  -- When the last alert was queued for the devices of this agent.
  pushed_at timestamptz,
  check ((quiet_from is null) = (quiet_to is null) and quiet_from is distinct from quiet_to or quiet_from is null)
);
comment on table alert_settings is 'Hours without alerts, in minutes after midnight in India.';


-- ========== Web push ==========

-- The key pair that identifies the product to push services, unless the settings give one. The private key is encrypted.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  key_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
comment on table push_keys is 'The product''s key pair for web push; at most one row. The private key is encrypted.';

-- Browsers that show the alerts of their agent. A browser belongs to a session: when the session ends, it gets no more.
create table push_devices (
  id uuid primary key,
  session_id uuid not null unique references sessions (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- The address at the push service of the browser. It is unique to the browser.
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- The browser's public key and secret, with which alerts are encrypted.
  p256dh text not null,
  auth text not null,
  -- The public key of the product that the browser accepts alerts of.
  accepted_key text not null,
  added_at timestamptz not null default now(),
  last_sent_at timestamptz,
  failing_since timestamptz,
  -- The push service asked to wait until then.
  wait_until timestamptz,
  -- A device is failing while its failures follow each other closely.
  last_failed_at timestamptz
);
create index push_devices_of_user on push_devices (user_id);
comment on table push_devices is 'Browsers that show the alerts of an agent, one per session.';

-- Sessions whose browser the agent has removed, here or from another device. The browser is not added again by itself.
create table push_removals (
  session_id uuid primary key references sessions (id) on delete cascade
);
comment on table push_removals is 'Sessions whose browser the agent has removed.';


-- ========== Automatic buying ==========

-- One rule for each saved search. It stays when the search is deleted, because its purchases refer to it.
create table automatic_buying_rules (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- The member of the agency that set the present limits. Null: the founder.
  set_by uuid references users (id),
  search_id uuid unique references saved_searches (id) on delete set null,
  -- The limits in force.
  version integer not null check (version > 0),
  on_since timestamptz not null,
  paused_at timestamptz,
  paused_by text,
  -- The secret of the link that pauses this rule without a login. It has 122 random bits.
  pause_key uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  check ((paused_at is null) = (paused_by is null)),
  constraint automatic_buying_rules_paused_by_check
    check (paused_by in ('agent', 'mail', 'suspension', 'filters', 'email'))
);
create index automatic_buying_rules_user on automatic_buying_rules (user_id);
comment on column automatic_buying_rules.search_id is 'Null: the search was deleted.';
comment on column automatic_buying_rules.pause_key is 'The secret of the link that pauses the rule.';

-- What an agent agreed to with the password. Each change is a new version: purchases keep the limits that they were made under.
create table automatic_buying_limits (
  rule_id uuid not null references automatic_buying_rules (id),
  version integer not null,
  daily_paise bigint not null check (daily_paise > 0),
  daily_leads integer not null check (daily_leads > 0),
  max_price_paise bigint not null check (max_price_paise > 0),
  -- A purchase leaves at least this in the wallet.
  floor_paise bigint not null check (floor_paise >= 0),
  -- The last day in India.
  ends_on date not null,
  filters jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (rule_id, version),
  check (ends_on - day_in_india(created_at) between 0 and 90)
);
comment on column automatic_buying_limits.ends_on is 'The last day in India.';

-- Leads that rules are to try to buy. A row is used once.
create table automatic_buying_matches (
  lead_id uuid not null,
  rule_id uuid not null references automatic_buying_rules (id),
  due_at timestamptz not null,
  primary key (lead_id, rule_id)
);
create index automatic_buying_matches_due on automatic_buying_matches (due_at, lead_id);
comment on table automatic_buying_matches is 'Leads that rules are to try to buy.';

-- Why rules of automatic buying did not buy leads (docs/decisions/0005-automatic-buying.md). Without foreign keys: a row would lock its lead
-- and its rule. Rows of deleted leads are left out of the list.
create table automatic_buying_skips (
  rule_id uuid not null,
  lead_id uuid not null,
  reason text not null check (reason in ('sold', 'own', 'price', 'daily-leads', 'daily-amount', 'wallet', 'filters', 'off', 'ended',
    'kyc', 'expired', 'no-price')),
  -- The price then. Null: none was set.
  price_paise bigint,
  skipped_at timestamptz not null default clock_timestamp(),
  primary key (rule_id, skipped_at, lead_id)
);
create index automatic_buying_skips_age on automatic_buying_skips (skipped_at);
comment on table automatic_buying_skips is 'Leads that rules did not buy.';
comment on column automatic_buying_skips.price_paise is 'Null: no price was set.';

create table automatic_purchases (
  -- In the order of the purchases.
  id bigint generated always as identity primary key,
  purchase_id uuid not null unique references purchases (id),
  rule_id uuid not null,
  version integer not null,
  user_id uuid not null references users (id),
  lead_id uuid not null references leads (id),
  -- The day in India that the purchase counts for, and what the wallet paid. A return gives nothing back to the day.
  day date not null,
  paise bigint not null check (paise >= 0),
  unique (rule_id, lead_id),
  foreign key (rule_id, version) references automatic_buying_limits (rule_id, version)
);
create index automatic_purchases_user on automatic_purchases (user_id, id);
create index automatic_purchases_day on automatic_purchases (rule_id, day);


-- ========== Pipeline of bought leads ==========

create table pipeline_settings (
  user_id uuid primary key references users (id),
  mail_reminders boolean not null default true,
  -- The day in India of the last mail: there is one a day at most.
  reminded_on date,
  -- The secret of the link that stops the mails without a login. It has 122 random bits.
  stop_key uuid not null unique default gen_random_uuid()
);

-- A purchase without a row is in the stage 'new' since the purchase: a sale writes nothing here.
create table pipeline_cards (
  purchase_id uuid primary key references purchases (id),
  -- The buyer.
  user_id uuid not null references users (id),
  stage text not null default 'new' check (stage in ('new', 'contacted', 'quoted', 'won', 'lost')),
  stage_since timestamptz not null,
  -- The next follow-up, in India. Lost trips, returned leads and travellers who withdrew have none.
  follow_up_on date,
  follow_up_minute smallint check (follow_up_minute between 0 and 1439),
  -- When a mail reminds of it: 8:00 in India on that day. Null: no mail will, or one did.
  remind_at timestamptz,
  won_paise bigint check (won_paise between 0 and 10000000000),
  lost_reason text check (
    lost_reason in ('not-reached', 'too-expensive', 'booked-elsewhere', 'plans-changed', 'not-serious', 'other')
  ),
  lost_text text check (lost_text <> ''),
  -- Changes with the stage and the follow-up.
  version integer not null default 0,
  check (follow_up_on is not null or (follow_up_minute is null and remind_at is null)),
  constraint pipeline_cards_lost_follow_up check (stage <> 'lost' or follow_up_on is null),
  check (stage = 'won' or won_paise is null),
  constraint pipeline_cards_lost_reason check ((stage = 'lost') = (lost_reason is not null)),
  check (stage = 'lost' or lost_text is null)
);
alter table pipeline_cards alter column lost_text set statistics 0;
create index pipeline_cards_remind on pipeline_cards (remind_at, user_id) where remind_at is not null;
create index pipeline_cards_follow_up on pipeline_cards (user_id, follow_up_on) where follow_up_on is not null;
create index pipeline_cards_user on pipeline_cards (user_id, stage);

create table pipeline_moves (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  from_stage text not null check (from_stage in ('new', 'contacted', 'quoted', 'won', 'lost')),
  to_stage text not null check (to_stage in ('new', 'contacted', 'quoted', 'won', 'lost')),
  cause text not null check (cause in ('agent', 'outcome', 'quote', 'undo')),
  by_user_id uuid not null references users (id),
  moved_at timestamptz not null default clock_timestamp(),
  -- The move that this one undoes.
  undoes uuid unique references pipeline_moves (id),
  -- What an undo restores.
  from_since timestamptz not null,
  from_follow_up_on date,
  from_follow_up_minute smallint,
  from_won_paise bigint,
  from_lost_reason text,
  from_lost_text text,
  -- When a mail was to remind of the follow-up that a move to Lost removes. An undo brings both back. Null: no mail was to.
  from_remind_at timestamptz,
  check ((cause = 'undo') = (undoes is not null))
);
alter table pipeline_moves alter column from_lost_text set statistics 0;
create index pipeline_moves_purchase on pipeline_moves (purchase_id, moved_at desc, id desc);

create table purchase_notes (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  by_user_id uuid not null references users (id),
  text text not null check (text <> '' and length(text) <= 2000),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz
);
alter table purchase_notes alter column text set statistics 0;
create index purchase_notes_purchase on purchase_notes (purchase_id, created_at desc);

-- Taps on call, WhatsApp and email, with their outcomes. The browser chooses the ID.
create table contact_attempts (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  by_user_id uuid not null references users (id),
  channel text not null check (channel in ('call', 'whatsapp', 'email')),
  tapped_at timestamptz not null default clock_timestamp(),
  outcome text check (outcome in ('no-answer', 'wrong-number', 'talked', 'call-later')),
  outcome_at timestamptz,
  call_later_on date,
  -- A tap that the browser had kept without network arrives later (docs/decisions/0021-pipeline.md). Null: it arrived at once.
  received_at timestamptz,
  check ((outcome is null) = (outcome_at is null)),
  check (call_later_on is null or outcome = 'call-later')
);
create index contact_attempts_purchase on contact_attempts (purchase_id, tapped_at desc);

-- Texts of an agent for WhatsApp and email. Without a row the text in the contract applies.
create table message_templates (
  user_id uuid not null references users (id),
  channel text not null check (channel in ('whatsapp', 'email')),
  subject text,
  text text not null check (text <> ''),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (user_id, channel),
  check ((channel = 'email') = (subject is not null))
);


-- ========== Quotes ==========

create table agency_logos (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- The stored name: never part of an answer.
  file text not null unique,
  created_at timestamptz not null default clock_timestamp(),
  -- Replaced or removed. It stays as long as a sent quote shows it.
  removed_at timestamptz
);
create unique index agency_logos_present on agency_logos (user_id) where removed_at is null;
comment on table agency_logos is 'Logos of agencies. A removed one stays while a sent quote shows it.';

create table quotes (
  id uuid primary key,
  -- A bought lead has one quote, in versions.
  purchase_id uuid not null unique references purchases (id),
  -- The buyer.
  user_id uuid not null references users (id),
  created_at timestamptz not null default clock_timestamp()
);
comment on table quotes is 'The quote of a bought lead, in versions.';

create table quote_versions (
  quote_id uuid not null references quotes (id) on delete cascade,
  number integer not null check (number >= 1),
  -- contract/src/quote-rules.ts: quoteVersionStates
  status text not null default 'draft' check (status in ('draft', 'sent', 'replaced', 'withdrawn')),
  -- Counts the changes of the draft.
  revision integer not null default 1,
  title text not null default '',
  -- [{"title": …, "text": …}]
  days jsonb not null default '[]' check (jsonb_typeof(days) = 'array'),
  inclusions text not null default '',
  exclusions text not null default '',
  terms text not null default '',
  price_per_person_paise bigint not null default 0 check (price_per_person_paise >= 0),
  persons integer not null default 1 check (persons >= 0),
  gst text not null check (gst in ('included', 'added', 'none')),
  -- The rate in percent under which the amounts were computed; 0 without GST.
  gst_percent smallint not null check (gst_percent >= 0),
  taxable_paise bigint not null default 0 check (taxable_paise >= 0),
  gst_paise bigint not null default 0 check (gst_paise >= 0),
  total_paise bigint not null default 0,
  -- The last day in India on which it is valid.
  valid_until date,
  saved_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  -- The member of the agency that sent it. Null: the founder, or not sent.
  sent_by uuid references users (id),
  -- When it was replaced or withdrawn.
  ended_at timestamptz,
  mailed_at timestamptz,
  -- The agency when the version was sent.
  agency_company text,
  agency_agent text,
  agency_phone text,
  agency_email text,
  agency_address text,
  agency_gstin text,
  -- Its traveller was erased, and its texts with it.
  erased_at timestamptz,
  logo_id uuid references agency_logos (id),
  primary key (quote_id, number),
  check (total_paise = taxable_paise + gst_paise),
  check ((gst = 'none') = (gst_percent = 0)),
  check (case gst when 'added' then taxable_paise else total_paise end = price_per_person_paise * persons),
  check (gst_paise = case gst when 'none' then 0
    when 'added' then round(taxable_paise * gst_percent / 100.0)
    else round(total_paise * gst_percent / (100.0 + gst_percent)) end),
  check ((status = 'draft') = (sent_at is null)),
  check ((status in ('replaced', 'withdrawn')) = (ended_at is not null)),
  check (status = 'draft' or (valid_until is not null and agency_company is not null
    and agency_agent is not null and agency_email is not null)),
  check (mailed_at is null or status <> 'draft'),
  check (erased_at is null or (title = '' and days = '[]' and inclusions = '' and exclusions = '' and terms = ''))
);
alter table quote_versions alter column title set statistics 0;
alter table quote_versions alter column days set statistics 0;
alter table quote_versions alter column inclusions set statistics 0;
alter table quote_versions alter column exclusions set statistics 0;
alter table quote_versions alter column terms set statistics 0;
create index quote_versions_logo on quote_versions (logo_id) where logo_id is not null;
create unique index quote_versions_one_sent on quote_versions (quote_id) where status = 'sent';
create unique index quote_versions_one_draft on quote_versions (quote_id) where status = 'draft';
comment on table quote_versions is 'A version of a quote. One that was sent does not change.';
comment on column quote_versions.revision is 'Counts the changes of the draft.';
comment on column quote_versions.gst_percent is 'In percent; 0 without GST.';
comment on column quote_versions.valid_until is 'The last day in India on which it is valid.';
comment on column quote_versions.agency_company is 'The agency when the version was sent; null in a draft.';
comment on column quote_versions.erased_at is 'Its texts were erased with its traveller.';
comment on column quote_versions.logo_id is 'The agency''s logo when it was sent.';

-- The links of a quote. They show its present version.
create table quote_links (
  -- SHA-256 of the secret.
  token_hash bytea primary key check (length(token_hash) = 32),
  quote_id uuid not null references quotes (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
create index quote_links_quote on quote_links (quote_id);
comment on table quote_links is 'The links of a quote, by the hash of their secrets.';

-- How often a version was opened. Nothing about the device or the address.
create table quote_views (
  quote_id uuid not null,
  number integer not null,
  views integer not null default 1 check (views >= 1),
  first_viewed_at timestamptz not null default clock_timestamp(),
  last_viewed_at timestamptz not null default clock_timestamp(),
  primary key (quote_id, number),
  foreign key (quote_id, number) references quote_versions (quote_id, number) on delete cascade
);
comment on table quote_views is 'How often a version was opened by a link.';

create table quote_answers (
  id uuid primary key,
  quote_id uuid not null,
  number integer not null,
  kind text not null check (kind in ('like', 'question')),
  -- Of a question; null once its traveller was erased.
  text text,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (quote_id, number) references quote_versions (quote_id, number) on delete cascade,
  check (kind = 'question' or text is null)
);
alter table quote_answers alter column text set statistics 0;
create index quote_answers_quote on quote_answers (quote_id);
create unique index quote_answers_one_like on quote_answers (quote_id, number) where kind = 'like';
comment on table quote_answers is 'The likes and questions of a traveller.';

create table quote_templates (
  id uuid primary key,
  user_id uuid not null references users (id),
  name text not null,
  -- Empty: for any destination.
  destination text not null,
  title text not null,
  days jsonb not null check (jsonb_typeof(days) = 'array'),
  inclusions text not null,
  exclusions text not null,
  terms text not null,
  updated_at timestamptz not null default clock_timestamp(),
  quote_id uuid references quotes (id) on delete set null,
  purchase_id uuid references purchases (id)
);
alter table quote_templates alter column name set statistics 0;
alter table quote_templates alter column destination set statistics 0;
alter table quote_templates alter column title set statistics 0;
alter table quote_templates alter column days set statistics 0;
alter table quote_templates alter column inclusions set statistics 0;
alter table quote_templates alter column exclusions set statistics 0;
alter table quote_templates alter column terms set statistics 0;
create index quote_templates_purchase on quote_templates (purchase_id);
create index quote_templates_quote on quote_templates (quote_id);
create unique index quote_templates_name on quote_templates (user_id, lower(name));
alter index quote_templates_name alter column 2 set statistics 0;
comment on table quote_templates is 'Texts of an agent''s quotes, to begin other quotes with.';
comment on column quote_templates.destination is 'Empty: for any destination.';
comment on column quote_templates.quote_id is 'The quote that it was made of; null after the quote was discarded.';
comment on column quote_templates.purchase_id is 'The purchase of that quote.';


-- ========== Webhooks ==========

create table webhooks (
  id uuid primary key,
  -- The agent whose events it gets. Null: it gets the events of admins, who share it.
  user_id uuid references users (id),
  -- Who last chose its address or resumed it. A suspension of this member pauses it.
  created_by uuid references users (id),
  url text not null check (length(url) <= 1000),
  events text[] not null check (cardinality(events) > 0),
  description text,
  state text not null default 'active' check (state in ('active', 'paused', 'ended')),
  paused_by text check (paused_by in ('owner', 'failing', 'member', 'full')),
  state_since timestamptz not null default clock_timestamp(),
  -- The encrypted secret that signs messages, and for a day after a rotation the one before it.
  key_id text not null,
  sealed bytea not null,
  previous_key_id text,
  previous_sealed bytea,
  previous_until timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  last_success_at timestamptz,
  -- The last attempt failed or was slow: one message at a time is sent, so that others do not wait.
  is_slow boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  check ((state = 'paused') = (paused_by is not null)),
  check (num_nulls(previous_key_id, previous_sealed, previous_until) in (0, 3))
);
-- Also finds those of admins, by the id of nil.
create index webhooks_owner on webhooks (coalesce(user_id, '00000000-0000-0000-0000-000000000000'));
comment on table webhooks is 'Addresses to which events of an agent, or of all admins, are sent.';
comment on column webhooks.user_id is 'Null: of the admins.';
comment on column webhooks.failing_since is 'The first failure since the last success.';

-- An event to send to a webhook. It refers to records: the message is made of them when it is sent. Without foreign keys, so that a
-- purchase never waits for a change of a webhook.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null,
  type text not null,
  subject_id uuid not null,
  -- The lead or the enquiry whose traveller the event is about.
  lead_id uuid,
  enquiry_id uuid,
  occurred_at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  -- Attempts since it was queued, or queued again.
  attempts smallint not null default 0,
  due_at timestamptz default clock_timestamp(),
  -- While a process sends it. If the process dies, another one sends it after this.
  claimed_until timestamptz,
  check ((state = 'waiting') = (due_at is not null)),
  check (state = 'waiting' or claimed_until is null)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where state = 'waiting';
create index webhook_deliveries_claimed on webhook_deliveries (webhook_id, claimed_until) where claimed_until is not null;
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, occurred_at desc, id desc);
create index webhook_deliveries_lead on webhook_deliveries (lead_id) where lead_id is not null;
create index webhook_deliveries_enquiry on webhook_deliveries (enquiry_id) where enquiry_id is not null;
create index webhook_deliveries_oldest on webhook_deliveries using brin (occurred_at);
comment on table webhook_deliveries is 'Events to send to webhooks, as references to their records.';
comment on column webhook_deliveries.attempts is 'Since it was queued, or queued again.';

create table webhook_attempts (
  id bigint generated always as identity primary key,
  delivery_id uuid not null,
  attempt smallint not null,
  at timestamptz not null default clock_timestamp(),
  -- Of the answer. Null: there was none.
  status smallint,
  error text check (error in ('refused-address', 'unreachable', 'timeout', 'no-key')),
  ms integer not null check (ms >= 0),
  -- The first 2 kB of the answer. Erased with the traveller whom the event is about.
  answer text,
  check ((status is null) = (error is not null))
);
alter table webhook_attempts alter column answer set statistics 0;
create index webhook_attempts_delivery on webhook_attempts (delivery_id, id);
create index webhook_attempts_oldest on webhook_attempts using brin (at);
comment on table webhook_attempts is 'The attempts of deliveries.';


-- ========== Trial: demo data and sandbox of the gateway ==========

-- One row once `npm run end-trial` has run.
create table trial_end (
  only_row boolean primary key default true check (only_row),
  ended_at timestamptz not null
);

create table demo_records (
  kind text not null
    check (kind in ('user', 'lead', 'plan', 'lead_cost', 'enquiry', 'contact_message', 'source')),
  -- Without a foreign key: the mark of a deleted record is ignored.
  id uuid not null,
  primary key (kind, id)
);

-- How the sandbox misbehaves; no row: not at all.
create table sandbox_behaviour (
  one boolean primary key default true check (one),
  settings jsonb not null
);

-- Webhooks of the sandbox, queued in the transaction of their event.
create table sandbox_events (
  id text primary key,
  seq bigint not null generated always as identity,
  event text not null,
  order_id text not null,
  -- The exact text that is signed and sent.
  body text not null,
  state text not null default 'pending'
    check (state in ('pending', 'delivered', 'dropped', 'given_up')),
  -- The number of deliveries that are left.
  copies integer not null default 1,
  tries integer not null default 0,
  -- When a pending one is sent next. The sender moves it first, so that another process sends it if this one dies.
  due_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
create index sandbox_events_order on sandbox_events (order_id) where state = 'pending';
create index sandbox_events_due on sandbox_events (due_at, seq) where state = 'pending';

create table sandbox_orders (
  id text primary key,
  amount bigint not null check (amount >= 100),
  currency text not null,
  receipt text,
  notes jsonb not null,
  status text not null default 'created' check (status in ('created', 'attempted', 'paid')),
  amount_paid bigint not null default 0,
  attempts integer not null default 0,
  created_at timestamptz not null default clock_timestamp()
);
create index sandbox_orders_created on sandbox_orders (created_at desc, id desc);
create index sandbox_orders_receipt on sandbox_orders (receipt);

create table sandbox_payments (
  id text primary key,
  order_id text not null references sandbox_orders (id),
  amount bigint not null,
  currency text not null,
  status text not null check (status in ('captured', 'refunded', 'failed')),
  method text not null check (method in ('card', 'upi')),
  card jsonb,
  vpa text,
  email text,
  contact text,
  description text,
  notes jsonb not null,
  -- Why it failed, in the provider's words; null once it is captured.
  error jsonb,
  -- When a late payment is captured.
  capture_at timestamptz,
  amount_refunded bigint not null default 0 check (amount_refunded between 0 and amount),
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'failed') = (error is not null)),
  check (capture_at is null or status = 'failed'),
  check ((status = 'refunded') = (amount_refunded = amount))
);
create index sandbox_payments_to_capture on sandbox_payments (capture_at)
  where capture_at is not null;
create index sandbox_payments_created on sandbox_payments (created_at desc, id desc);
create index sandbox_payments_order on sandbox_payments (order_id);

create table sandbox_refunds (
  id text primary key,
  payment_id text not null references sandbox_payments (id),
  amount bigint not null check (amount > 0),
  receipt text,
  notes jsonb not null,
  speed text not null,
  status text not null check (status in ('pending', 'processed')),
  -- When a pending refund is processed.
  process_at timestamptz,
  -- The caller's key and its request: another request with the same key is refused.
  idempotency_key text unique,
  request text not null,
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'pending') = (process_at is not null))
);
create index sandbox_refunds_to_process on sandbox_refunds (process_at)
  where process_at is not null;
create index sandbox_refunds_payment on sandbox_refunds (payment_id);

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

-- References to tables of later features.
alter table settings add foreign key (changed_by) references users (id);
alter table ageing_rules add foreign key (created_by) references users (id);
alter table contact_views add foreign key (enquiry_id) references enquiries (id);
alter table traveller_questions add foreign key (enquiry_id) references enquiries (id) on delete cascade;


-- ========== Searches for a part of a text ==========

-- Without the extension searches give the same rows, and read more of them.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not available: searches read more rows.';
end $$;
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index users_search_name on users using gin (search_name gin_trgm_ops);
    create index users_search_email on users using gin (search_email gin_trgm_ops);
    create index users_search_city on users using gin (search_city gin_trgm_ops);
    create index users_search_company on users using gin (search_company gin_trgm_ops);
    create index users_search_all on users using gin (search_all gin_trgm_ops);
        create index invoices_search on invoices using gin (search_text gin_trgm_ops);
    create index enquiries_search on enquiries using gin (search_text gin_trgm_ops);
    create index lead_contacts_phone on lead_contacts using gin (phone gin_trgm_ops) where phone is not null;
    create index leads_texts on leads using gin (name gin_trgm_ops, coalesce(destination_match, destination) gin_trgm_ops,
      coalesce(city_match, city) gin_trgm_ops)
      where deleted_at is null;
  end if;
end $$;


-- ========== First rows ==========

insert into accounts (id, kind) values
  ('00000000-0000-0000-0000-000000000001', 'revenue_leads'),
  ('00000000-0000-0000-0000-000000000002', 'revenue_plans'),
  ('00000000-0000-0000-0000-000000000003', 'gateway'),
  ('00000000-0000-0000-0000-000000000004', 'cash'),
  ('00000000-0000-0000-0000-000000000005', 'adjustments'),
  ('00000000-0000-0000-0000-000000000006', 'refunds_due');
insert into settings default values;
insert into ageing_rules (version) values (1);
insert into return_policies (version, report_days, decide_hours, approves_late) values (1, 14, 48, true);
insert into contact_salt default values;

