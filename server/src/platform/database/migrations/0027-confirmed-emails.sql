-- When the owner of an account's email proved to receive mail there; null: not yet (docs/decisions/0027-confirmed-emails.md).
alter table users add column email_confirmed_at timestamptz;

-- Accounts made before this: the audit log tells which addresses are confirmed. The owner reset the password with a code sent
-- to the address, or the operator made the account at the console, and the address has not been changed since.
update users u set email_confirmed_at = proven.at
from (
  select subject_id, max(at) as at from audit_log
  where action in ('user.reset-password', 'user.create-admin') group by subject_id
) proven
where proven.subject_id = u.id and not exists (
  select from audit_log changed
  where changed.subject_id = u.id and changed.action = 'user.update'
    and changed.after ? 'email' and changed.at > proven.at
);

-- Demo accounts are put straight into the database, so the audit log has no registration of them. Nobody receives mail
-- under .example, a name that is reserved for examples.
update users u set email_confirmed_at = u.created_at
where u.email_confirmed_at is null and u.email like '%.example' and not exists (
  select from audit_log made
  where made.subject_id = u.id and made.action in ('user.register', 'user.update')
);
