-- Known browsers and changes of email (docs/decisions/0027-confirmed-emails.md).

-- Browsers that have logged in to an account. Their wrong passwords are counted apart from those of unknown browsers.
create table known_browsers (
  -- SHA-256 of the token in the browser's cookie.
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  last_login_at timestamptz not null default now(),
  -- When this browser last gave the second factor; null: never.
  two_factor_at timestamptz
);
create index known_browsers_user on known_browsers (user_id, last_login_at desc);
create index known_browsers_last_login on known_browsers (last_login_at);

-- The email that a user wants to have, until the link that was sent there is used or expires.
alter table users
  add column pending_email text,
  add column pending_email_until timestamptz,
  add check ((pending_email is null) = (pending_email_until is null));

-- Links that confirm an email. A link confirms the address that it was sent to and no other.
create table email_confirmations (
  -- SHA-256 of the token in the link.
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index email_confirmations_user on email_confirmations (user_id);
create index email_confirmations_expiry on email_confirmations (expires_at);
