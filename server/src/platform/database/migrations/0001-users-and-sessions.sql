-- People, and the sessions they are signed in with.

create table users (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text not null,
  password_hash text not null,
  city text,
  company_name text not null,
  role text not null check (role in ('admin', 'user')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  profile_file text,
  kyc_file text,
  kyc_name text,
  kyc_type text,
  created_at timestamptz not null default now(),
  check ((kyc_file is null) = (kyc_name is null) and (kyc_file is null) = (kyc_type is null))
);
-- One person, one account: emails are compared without case, phones in their normal form.
create unique index users_email_key on users (lower(email));
create unique index users_phone_key on users (phone);
create index users_role_created on users (role, created_at desc);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  ip text,
  user_agent text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;

-- Access and refresh tokens, stored as SHA-256. A refresh token that comes back after it was
-- used has been stolen, so used ones stay until they would have expired.
create table session_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index session_tokens_session on session_tokens (session_id);
create index session_tokens_expiry on session_tokens (expires_at);
