/** Invariants of plans. Each query returns the subscriptions or purchases that violate its invariant. */
export const planInvariants: Record<string, string> = {
  'each subscription has used as many leads as its purchases that were not given back': `
    select s.id, s.leads_used, s.lead_quota, count(p.id) as purchases from subscriptions s
    left join purchases p on p.subscription_id = s.id and not exists (
      select from replacement_requests r where r.purchase_id = p.id and r.returned = 'plan')
    group by s.id
    having s.leads_used <> count(p.id) or s.leads_used not between 0 and s.lead_quota`,
  'each purchase by a plan used a subscription of its buyer that ran then and covers its type': `
    select p.id, p.user_id, p.subscription_id from purchases p
    join leads l on l.id = p.lead_id
    left join subscriptions s on s.id = p.subscription_id and s.user_id = p.user_id
      and s.type in (l.lead_type, 'both')
      and p.created_at >= s.started_at and p.created_at < s.ends_at
    where p.paid_with = 'plan' and (s.id is null or p.cost_paise <> 0)`,
  'each subscription was paid by one journal entry of exactly its price, or costs nothing': `
    select s.id, s.cause, s.price_paise, e.method, e.amount_paise from subscriptions s
    left join journal_entries e on e.id = s.entry_id and e.user_id = s.user_id
      and e.status = 'captured'
      and e.method = case s.cause when 'cash' then 'cash' when 'wallet' then 'plan_wallet'
        when 'payment' then 'Online' end
    where case when s.cause = 'free' then s.price_paise <> 0 or s.entry_id is not null
      else e.id is null or e.amount_paise <> s.price_paise end`,
  'each price of a plan went from where it was paid to the revenue of plans': `
    select s.id, s.entry_id, s.price_paise from subscriptions s where s.entry_id is not null and (
      not exists (select from postings c join accounts a on a.id = c.account_id
        where c.entry_id = s.entry_id and a.kind = 'revenue_plans'
          and c.amount_paise = s.price_paise)
      or not exists (select from postings d join accounts a on a.id = d.account_id
        where d.entry_id = s.entry_id and d.amount_paise = -s.price_paise
          and a.kind = case s.cause when 'payment' then 'gateway' else s.cause end))`,
  'each sale of a plan granted one subscription': `
    select e.id, e.method, e.amount_paise from journal_entries e
    join postings p on p.entry_id = e.id
    join accounts a on a.id = p.account_id and a.kind = 'revenue_plans'
    left join subscriptions s on s.entry_id = e.id
    where e.status = 'captured' and e.method <> 'plan_refund' and s.id is null`,
  'each payment of a plan from a wallet granted one subscription': `
    select e.id, e.user_id, e.amount_paise from journal_entries e
    left join subscriptions s on s.entry_id = e.id
    where e.method = 'plan_wallet' and s.id is null`,
  'a plan that costs nothing is given to a user once': `
    select user_id, plan_id, count(*) from subscriptions where cause = 'free'
    group by user_id, plan_id having count(*) > 1`,
  'no subscription ends later than its days after its start': `
    select id, started_at, ends_at, validity_days from subscriptions
    where ends_at > started_at + make_interval(hours => 24 * validity_days)`,
  'a lead of a subscription is worth what is left of the price of the plan, divided by its leads': `
    select s.id, s.rule_version, s.lead_share_paise, s.price_paise, s.lead_quota, r.paise as refunded_paise
    from subscriptions s left join payments p on p.entry_id = s.entry_id left join (
      select payment_id, sum(amount_paise) as paise from refunds where cause = 'admin' group by payment_id
    ) r on r.payment_id = p.id
    where case s.rule_version
      when 1 then s.lead_share_paise is distinct from (s.price_paise - coalesce(r.paise, 0)::bigint) / s.lead_quota
      else true end`,
  'each subscription that an admin sold or a wallet paid has the terms that the audit log has': `
    select s.id, s.cause, s.lead_quota, l.after from subscriptions s
    left join audit_log l on l.subject_id = s.id and l.action in ('plan.assign', 'plan.buy')
    where case when l.id is null then s.cause in ('cash', 'wallet') else
      (s.user_id::text, s.price_paise::text, s.type, s.validity_days::text, s.lead_quota::text) is distinct from
      (l.after ->> 'userId', l.after ->> 'price_paise', l.after ->> 'type', l.after ->> 'validity_days',
        l.after ->> 'lead_quota') end`,
}
