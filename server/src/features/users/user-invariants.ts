/** Invariants of users. Each query returns the rows that violate its invariant. */
export const userInvariants = {
  'one account per email and per phone': `
    select email as who, count(*) from users group by 1 having count(*) > 1
    union all select phone, count(*) from users where phone is not null group by 1 having count(*) > 1`,
  'the email of each user is in its normal form': `
    select id, email from users where email !~ '^[!-~]+@[!-~]+$' or email <> lower(email collate "C")`,
  'each agency has a founder and one owner': `
    select u.id, u.agency_id from users u left join users founder on founder.id = u.agency_id
      where u.agency_id is not null and founder.agency_id is distinct from founder.id
    union all
    select agency_id, null from users where agency_id is not null
      group by 1 having count(*) filter (where agent_role = 'owner') <> 1`,
  'each user has the KYC status of its last change in the audit log': `
    select u.id, u.kyc_status, l.after, u.kyc_decided_by, l.actor_id from users u left join lateral (
      select * from audit_log l where l.subject_id = u.id
        and l.action in ('user.submit-kyc', 'user.approve-kyc', 'user.reject-kyc', 'user.delete-unused-kyc')
      order by l.id desc limit 1
    ) l on true
    where case when l.id is null then u.kyc_status in ('approved', 'rejected')
      else u.kyc_status is distinct from l.after ->> 'kycStatus' end
      or l.action in ('user.approve-kyc', 'user.reject-kyc') and u.kyc_decided_by is distinct from l.actor_id`,
}
