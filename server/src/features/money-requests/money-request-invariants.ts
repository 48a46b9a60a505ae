/** Invariants of requests for money. Each query returns the rows that violate its invariant. */
export const moneyRequestInvariants = {
  'each approved request has moved its amount for its agent, and is in the audit log with both admins': `
    select r.id, r.amount_paise, e.amount_paise as moved_paise from money_requests r left join journal_entries e on e.id = r.entry_id
    where r.decision = 'approved' and (
      e.user_id is distinct from r.user_id or e.amount_paise <> r.amount_paise
      or e.method not in (select unnest(case r.kind when 'recharge' then array['recharge_by_admin']
        else array['top_up_refund', 'plan_refund'] end))
      or not exists (select from audit_log l where l.subject_id = r.id and l.action = 'money-request.approve'
        and l.actor_id = r.decided_by and l.after ->> 'askedBy' = r.asked_by::text))`,
}
