/** Invariants of users. Each query returns the rows that violate its invariant. */
export const userInvariants = {
  'one account per email and per phone': `
    select email as who, count(*) from users group by 1 having count(*) > 1
    union all select phone, count(*) from users where phone is not null group by 1 having count(*) > 1`,
  'the email of each user is in its normal form': `
    select id, email from users where email !~ '^[!-~]+@[!-~]+$' or email <> lower(email collate "C")`,
  'the kept counts of users are those of the table': `
    select day, k.n as kept, u.n as counted
    from user_day_counts k full join (
      select (created_at at time zone 'UTC')::date as day, count(*) as n from users group by 1
    ) u using (day)
    where coalesce(k.n, 0) <> coalesce(u.n, 0)`,
  'each user has the KYC status of its last change in the audit log': `
    select u.id, u.kyc_status, l.after, u.kyc_decided_by, l.actor_id from users u left join lateral (
      select * from audit_log l where l.subject_id = u.id
        and l.action in ('user.submit-kyc', 'user.approve-kyc', 'user.reject-kyc', 'user.delete-unused-kyc')
      order by l.id desc limit 1
    ) l on true
    where case when l.id is null then u.kyc_status in ('approved', 'rejected')
      else u.kyc_status is distinct from l.after ->> 'kycStatus' end
      or l.action in ('user.approve-kyc', 'user.reject-kyc') and u.kyc_decided_by is distinct from l.actor_id`,
  'the list of users has the status and the KYC of each user': `
    select u.id, u.status, f.status as kept, u.kyc_status, f.kyc_status as kept_kyc
    from users u full join user_figures f on f.user_id = u.id
    where (u.created_at, u.status, u.kyc_status) is distinct from (f.created_at, f.status, f.kyc_status)`,
  // Figures that are due, and purchases since the last computation, are not compared.
  'the kept figures of each user are those of the purchases': `
    select f.user_id, f.purchases as kept, p.n as counted, f.returns as kept_returns, p.returns as counted_returns
    from user_figures_fold o, user_figures f left join (
      select user_id, count(*) as n, max(created_at) as last_at,
        count(*) filter (where replacement_status = 'approved') as returns
      from purchases group by 1
    ) p using (user_id)
    where f.recheck_at > o.folded_to and coalesce(p.last_at, '-infinity') < o.folded_to - interval '2 minutes'
      and (f.purchases <> coalesce(p.n, 0) or f.returns > coalesce(p.returns, 0))`,
}
