-- Two-factor sign-in of admins: codes of an authenticator app (TOTP, RFC 6238) and recovery codes.

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

-- Set up and not confirmed yet; the app before it, where there is one, stays good until then.
create table two_factor_setups (
  user_id uuid primary key references users (id) on delete cascade,
  key_id text not null,
  sealed bytea not null,
  started_at timestamptz not null default now()
);

create table recovery_codes (
  user_id uuid not null references two_factor (user_id) on delete cascade,
  -- HMAC-SHA256. A code is 120 random bits: nobody tries them all, however fast the hash.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Logins whose password was right and whose code is still to come.
create table login_challenges (
  -- SHA-256 of what the browser holds.
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  -- It was exchanged for a session, or everything of its user was signed out.
  ended_at timestamptz
);
create index login_challenges_user on login_challenges (user_id) where ended_at is null;
create index login_challenges_expiry on login_challenges (expires_at);

-- When somebody gave the second factor in this session. Null: the password alone opened it.
alter table sessions add column two_factor_at timestamptz;
