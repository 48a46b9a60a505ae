/** Invariants of orders, payments and refunds. Each query returns the rows that violate its invariant. */
export const paymentInvariants: Record<string, string> = {
  'each paid order has one captured payment of its user and amount, every other order has none': `
    select o.id, o.status, o.amount_paise, count(p.id) as payments from orders o
    left join payments p on p.order_id = o.id and p.status = 'captured' and not p.surplus
    group by o.id
    having count(p.id) <> case o.status when 'paid' then 1 else 0 end
      or bool_or(p.amount_paise <> o.amount_paise or p.user_id <> o.user_id)`,
  'each captured payment belongs to an order of its user and amount': `
    select p.id, p.status, p.amount_paise, p.user_id, o.amount_paise as ordered_paise
    from payments p left join orders o on o.id = p.order_id
    where p.status <> 'failed' and (o.id is null or p.amount_paise <> o.amount_paise
      or p.user_id <> o.user_id
      or p.plan_name is distinct from case when not p.surplus then o.plan_name end)`,
  'each paid plan order has one subscription with exactly its terms': `
    select o.id, o.plan_id, s.id as subscription from orders o
    left join payments p on p.order_id = o.id and p.status = 'captured' and not p.surplus
    left join subscriptions s on s.entry_id = p.entry_id
    where o.kind = 'plan' and o.status = 'paid' and (s.id is null or s.cause <> 'payment'
      or (s.user_id, s.plan_id, s.plan_name, s.type, s.validity_days, s.lead_quota, s.price_paise)
        is distinct from (o.user_id, o.plan_id, o.plan_name, o.plan_type, o.validity_days,
          o.lead_quota, o.amount_paise))`,
  'each subscription from an online payment belongs to a paid order': `
    select s.id, s.user_id, s.entry_id from subscriptions s
    left join payments p on p.entry_id = s.entry_id and p.status = 'captured' and not p.surplus
    left join orders o on o.id = p.order_id and o.status = 'paid' and o.kind = 'plan'
    where s.cause = 'payment' and o.id is null`,
  'each paid top-up is credited to the wallet of its user': `
    select o.id, o.user_id, o.amount_paise from orders o
    left join payments p on p.order_id = o.id and p.status = 'captured' and not p.surplus
    where o.kind = 'wallet' and o.status = 'paid' and not exists (
      select from postings c where c.entry_id = p.entry_id and c.account_id = o.user_id
        and c.amount_paise = o.amount_paise)`,
  'each online payment into a wallet belongs to a paid top-up': `
    select e.id, e.user_id, e.amount_paise from journal_entries e
    join postings c on c.entry_id = e.id
    join accounts a on a.id = c.account_id and a.kind = 'wallet'
    left join payments p on p.entry_id = e.id and p.status = 'captured' and not p.surplus
    left join orders o on o.id = p.order_id and o.status = 'paid' and o.kind = 'wallet'
    where e.method = 'Online' and o.id is null`,
  'each captured payment has one Online entry of its user and amount, from the gateway account': `
    select p.id, p.entry_id, p.amount_paise, e.amount_paise as entry_paise from payments p
    left join journal_entries e on e.id = p.entry_id
    where p.status <> 'failed' and (
      e.id is null or e.method <> 'Online' or e.user_id <> p.user_id
      or e.amount_paise <> p.amount_paise
      or not exists (select from postings g join accounts a on a.id = g.account_id
        where g.entry_id = e.id and a.kind = 'gateway' and g.amount_paise = -p.amount_paise))`,
  'each Online entry belongs to a captured payment or to its refund': `
    select e.id, p.id as payment, r.id as refund from journal_entries e
    left join payments p on p.entry_id = e.id left join refunds r on r.entry_id = e.id
    where e.method = 'Online' and num_nonnulls(p.id, r.id) <> 1`,
  'each duplicate payment has one refund of its amount, no other payment has one without an admin': `
    select p.id, p.status, p.surplus, r.id as refund, r.status as refund_status from payments p
    left join refunds r on r.payment_id = p.id and r.cause <> 'admin'
    where p.surplus <> (r.id is not null) or r.amount_paise <> p.amount_paise
      or (p.status = 'lead_refund') <> coalesce(r.status = 'processed', false)`,
  'each duplicate payment is credited to the refunds account': `
    select p.id, p.entry_id, p.amount_paise from payments p
    where p.surplus and not exists (select from postings d join accounts a on a.id = d.account_id
      where d.entry_id = p.entry_id and a.kind = 'refunds_due' and d.amount_paise = p.amount_paise)`,
  'each finished refund has one entry of its amount, from the refunds account to the gateway account': `
    select r.id, r.entry_id, r.amount_paise, e.method, e.user_id from refunds r
    join payments p on p.id = r.payment_id left join journal_entries e on e.id = r.entry_id
    where r.status = 'processed' and (e.id is null or e.method <> 'Online' or e.user_id <> p.user_id
      or not exists (select from postings d join accounts a on a.id = d.account_id
        where d.entry_id = e.id and a.kind = 'refunds_due' and d.amount_paise = -r.amount_paise)
      or not exists (select from postings c join accounts a on a.id = c.account_id
        where c.entry_id = e.id and a.kind = 'gateway' and c.amount_paise = r.amount_paise))`,
  'each refund by an admin moved its amount from the wallet or the revenue of plans to the refunds account': `
    select r.id, r.debit_entry_id, r.amount_paise, e.method, e.user_id from refunds r
    join payments p on p.id = r.payment_id left join journal_entries e on e.id = r.debit_entry_id
    where r.cause = 'admin' and (p.status <> 'captured' or p.surplus or e.id is null or e.user_id <> p.user_id
      or e.amount_paise <> r.amount_paise
      or e.method <> case when p.plan_name is null then 'top_up_refund' else 'plan_refund' end
      or not exists (select from postings d join accounts a on a.id = d.account_id
        where d.entry_id = e.id and d.amount_paise = -r.amount_paise
          and case when p.plan_name is null then a.id = p.user_id else a.kind = 'revenue_plans' end)
      or not exists (select from postings c join accounts a on a.id = c.account_id
        where c.entry_id = e.id and a.kind = 'refunds_due' and c.amount_paise = r.amount_paise))`,
  'each entry of a refund by an admin belongs to one': `
    select e.id, e.user_id, e.amount_paise from journal_entries e
    left join refunds r on r.debit_entry_id = e.id
    where e.method in ('top_up_refund', 'plan_refund') and r.id is null`,
  'the refunds of a payment are at most its amount': `
    select p.id, p.amount_paise, sum(r.amount_paise) as refunded_paise from refunds r
    join payments p on p.id = r.payment_id group by p.id having sum(r.amount_paise) > p.amount_paise`,
  'each refund by an admin is in the audit log with its payment, amount and reason': `
    select r.id, r.payment_id, r.amount_paise from refunds r
    left join recharge_details d on d.entry_id = r.debit_entry_id
    where r.cause = 'admin' and not exists (
      select from audit_log l where l.subject_id = r.payment_id and l.action = 'payment.refund'
        and (l.after ->> 'refundId', l.after ->> 'entryId', l.after ->> 'amountPaise', l.after ->> 'reason')
          is not distinct from (r.id::text, r.debit_entry_id::text, r.amount_paise::text, d.note))`,
  'a plan whose whole price was refunded has ended and has no used lead': `
    select s.id, s.leads_used, s.ends_at from (
      select payment_id, sum(amount_paise) as paise from refunds where cause = 'admin' group by payment_id
    ) r join payments p on p.id = r.payment_id and p.amount_paise = r.paise
    join subscriptions s on s.entry_id = p.entry_id
    where s.ends_at > clock_timestamp() or s.leads_used > 0`,
  'the balance of the refunds account equals the pending refunds': `
    select due.paise, pending.paise as pending_paise from (
      select coalesce(sum(p.amount_paise), 0) as paise from postings p
      join accounts a on a.id = p.account_id and a.kind = 'refunds_due'
    ) due, (
      select coalesce(sum(amount_paise), 0) as paise from refunds where status = 'pending'
    ) pending where due.paise <> pending.paise`,
}
