-- The KYC document of an account without a login in its first 30 days is deleted (docs/decisions/0032-kyc-of-unused-accounts.md).

alter table users
  -- When the account was first logged in to; null: never. Sessions are removed after they end, this stays.
  add column first_login_at timestamptz,
  -- Of accounts that are older than `first_login_at` and have no known login: their 30 days start here. Null for all others.
  add column logins_recorded_from timestamptz,
  -- When the KYC document was deleted because the account was not used.
  add column kyc_deleted_at timestamptz,
  add constraint users_kyc_deleted check (kyc_deleted_at is null or kyc_file is null);

-- Accounts made before this. A session, a purchase and almost every action in the audit log show a login. These actions do not:
-- they need no session.
update users u set first_login_at = known.at
from (
  select user_id, min(at) as at from (
    select user_id, created_at as at from sessions
    union all
    select user_id, created_at from purchases
    union all
    select actor_id, at from audit_log where actor_id is not null
      and action not in ('user.register', 'user.reset-password', 'user.confirm-email')
  ) traces group by user_id
) known where known.user_id = u.id;

update users set logins_recorded_from = now() where first_login_at is null;

create index users_unused_kyc on users (created_at) where kyc_file is not null and first_login_at is null;
