import { maxRequests } from '@raahi/contract/replacements'

/** Invariants of replacements. Each query returns the replacement requests that violate its invariant. */
export const replacementInvariants: Record<string, string> = {
  'each replacement request belongs to the buyer of its lead': `
    select r.id, r.user_id, p.user_id as buyer_id, r.lead_number, l.number from replacement_requests r
    join purchases p on p.id = r.purchase_id join leads l on l.id = p.lead_id
    where r.user_id <> p.user_id or r.lead_number <> l.number`,
  // All versions of the rule are stored, so a new version does not affect the check of earlier decisions.
  'each approved replacement gave back what the refund rule of its purchase says': `
    select r.id, p.refund_rule_version, r.rule_version, r.returned, r.refund_paise, due.returned as due, due.refund_paise as due_paise
    from replacement_requests r
    join purchases p on p.id = r.purchase_id
    left join subscriptions s on s.id = p.subscription_id
    left join lateral replacement_refund(p, s, r, r.decided_at) due on true
    where r.status = 'approved' and (r.rule_version is distinct from p.refund_rule_version
      or (r.returned, r.refund_paise) is distinct from (due.returned, due.refund_paise))`,
  'no approved replacement gave back more than was paid': `
    select r.id, r.refund_paise, p.cost_paise, s.price_paise from replacement_requests r
    join purchases p on p.id = r.purchase_id
    left join subscriptions s on s.id = p.subscription_id
    where r.refund_paise > case p.paid_with when 'wallet' then p.cost_paise else s.price_paise end`,
  // Independent of the refund rule, because the query does not call its function.
  'the approved replacements of a plan gave back at most its price': `
    select p.subscription_id, s.price_paise, sum(r.refund_paise) as refunds_paise from replacement_requests r
    join purchases p on p.id = r.purchase_id
    join subscriptions s on s.id = p.subscription_id
    where r.status = 'approved' group by p.subscription_id, s.price_paise
    having sum(r.refund_paise) > s.price_paise`,
  'each approved replacement moved its refund from the revenue that the sale credited': `
    select r.id, r.returned, r.refund_paise, e.amount_paise from replacement_requests r
    join purchases p on p.id = r.purchase_id
    left join journal_entries e on e.id = r.entry_id and e.user_id = p.user_id
    where r.status = 'approved' and (
      r.refund_paise is distinct from case r.returned when 'wallet' then e.amount_paise else 0 end
      or r.returned = 'wallet' and not exists (select from postings d join accounts a on a.id = d.account_id
        where d.entry_id = e.id and d.amount_paise = -r.refund_paise
          and a.kind = case p.paid_with when 'wallet' then 'revenue_leads' else 'revenue_plans' end))`,
  'each refund is paid to its user’s wallet': `
    select e.id, e.user_id, e.amount_paise from journal_entries e
    where e.method = 'wallet_refund' and not exists (
      select from postings c where c.entry_id = e.id and c.account_id = e.user_id
        and c.amount_paise = e.amount_paise)`,
  'each refund belongs to one approved replacement': `
    select e.id, e.method, e.status from journal_entries e
    left join replacement_requests r on r.entry_id = e.id and r.status = 'approved'
    where (e.method = 'wallet_refund' or e.status = 'lead_refund')
      and (r.id is null or e.method <> 'wallet_refund' or e.status <> 'lead_refund')`,
  'a request that is not approved gave nothing back': `
    select id, status, returned, entry_id, refund_paise from replacement_requests
    where status <> 'approved'
      and num_nonnulls(returned, entry_id, refund_paise, rule_version) > 0`,
  'only a request that was late under a policy that approves late requests is approved by its deadline': `
    select r.id, r.decided_at, r.decide_by, r.policy_version from replacement_requests r
    left join return_policies v on v.version = r.policy_version
    where r.decided_how = 'deadline'
      and (r.decided_at > r.decide_by and v.approves_late) is not true`,
  'no request was rejected after its deadline under a policy that approves late requests': `
    select r.id, r.decided_at, r.decide_by from replacement_requests r
    join return_policies v on v.version = r.policy_version
    where r.status = 'rejected' and v.approves_late and r.decided_at > r.decide_by + interval '1 minute'`,
  'only a request that a check proves under its policy, below the return rate, is approved by a check': `
    select r.id, r.policy_version, r.recent_purchases, r.recent_returns from replacement_requests r
    left join return_policies v on v.version = r.policy_version
    where r.decided_how = 'check' and (v.version is null
      or r.recent_purchases >= v.rate_purchases and r.recent_returns * 100 > v.max_return_percent * r.recent_purchases
      or not exists (select from replacement_checks c where c.request_id = r.id and c.found is not null
        and (c.check_code = 'same-contact' and v.same_contact_approves or c.check_code = 'sold-before' and v.sold_before_approves
          or c.check_code = 'withdrawn' and v.withdrawn_approves)))`,
  'only a request that the traveller confirmed in time, below the return rate, is approved by the answer': `
    select r.id, r.policy_version, q.answer, q.was_in_time from replacement_requests r
    join purchases p on p.id = r.purchase_id
    left join return_policies v on v.version = r.policy_version
    left join traveller_questions q on q.lead_id = p.lead_id
    where r.decided_how = 'traveller' and (v.traveller_approves is not true
      or r.recent_purchases >= v.rate_purchases and r.recent_returns * 100 > v.max_return_percent * r.recent_purchases
      or (q.answer = 'never-asked' or q.answer = 'not-travelling' and q.was_in_time or q.erased_at is not null) is not true)`,
  'no agent has more automatic approvals in 30 days than the policy of the purchase allows': `
    select r.id, r.user_id, r.decided_at from replacement_requests r
    join return_policies v on v.version = r.policy_version
    where r.decided_how in ('check', 'traveller') and r.recent_automatic is not null and v.max_automatic <= (
      select count(*) from replacement_requests e where e.user_id = r.user_id and e.decided_how in ('check', 'traveller')
        and e.decided_at > r.decided_at - interval '30 days' and (e.decided_at, e.id) < (r.decided_at, r.id))`,
  'a request whose purchase had a rejection is approved only by a check or an answer from after it': `
    select r.id, r.decided_how, e.decided_at as rejected_at from replacement_requests r
    join replacement_requests e on e.purchase_id = r.purchase_id and e.status = 'rejected'
    join purchases p on p.id = r.purchase_id
    where r.decided_how = 'check' and not exists (select from replacement_checks c
        where c.request_id = r.id and c.happened_at > e.decided_at)
      or r.decided_how = 'traveller' and not exists (select from traveller_questions q
        where q.lead_id = p.lead_id and (q.answered_at > e.decided_at or q.erased_at is not null))`,
  'an appeal is decided by another admin than the one who rejected, or by the only admin': `
    select r.id, r.decided_by, e.decided_by as rejected_by, r.decided_as_only_admin from replacement_requests r
    join replacement_requests e on e.purchase_id = r.purchase_id and e.status = 'rejected' and e.created_at < r.created_at
    -- The column is null for appeals that were decided before this rule existed.
    where r.decided_as_only_admin <> (r.decided_by = e.decided_by)`,
  'an appeal is made before its end, which is the days to report after the rejection': `
    select e.id, e.decided_at, e.appeal_by, r.created_at as appealed_at from replacement_requests e
    left join return_policies v on v.version = e.policy_version
    left join replacement_requests r on r.purchase_id = e.purchase_id and r.created_at > e.created_at
    where e.appeal_by is not null and (v.version is null or r.created_at > e.appeal_by
      or e.appeal_by <> e.decided_at + make_interval(hours => 24 * v.report_days))`,
  'each request with a return rate has the result of each check, every other has none': `
    select r.id, count(c.check_code) as checks from replacement_requests r
    left join replacement_checks c on c.request_id = r.id
    group by r.id having count(c.check_code) <> case when r.recent_purchases is null then 0 else 3 end`,
  'a check finds only leads that were sold before the purchase': `
    select c.request_id, c.check_code, c.other_lead_id from replacement_checks c
    join replacement_requests r on r.id = c.request_id join purchases p on p.id = r.purchase_id
    left join leads l on l.id = c.other_lead_id
    where c.check_code <> 'withdrawn' and c.found is not null
      and (l.status = 'sold' and l.id <> p.lead_id and c.happened_at < p.created_at) is not true`,
  'the deadline of each request is what its return policy says': `
    select r.id, r.policy_version, r.created_at, r.decide_by from replacement_requests r
    join return_policies v on v.version = r.policy_version
    where r.decide_by <> r.created_at + make_interval(hours => v.decide_hours)`,
  'a purchase says what its latest replacement request says': `
    select p.id, p.replacement_status, latest.status from purchases p
    left join (
      select distinct on (purchase_id) purchase_id, status from replacement_requests order by purchase_id, created_at desc
    ) latest on latest.purchase_id = p.id
    where p.replacement_status <> coalesce(latest.status, 'no-replacement')`,
  'a purchase has one open or approved request at most, and few in all': `
    select purchase_id, count(*) as requests, count(*) filter (where status <> 'rejected') as live
    from replacement_requests group by purchase_id
    having count(*) > ${maxRequests} or count(*) filter (where status <> 'rejected') > 1`,
}
