/**
 * Sales that violate one of four invariants, found in one pass over all leads and purchases.
 */
export const saleTables = {
  wrong_sales: `
    select l.id as lead_id, l.status, l.sold_cause, l.sold_cost_paise, l.travel_date, l.month_end, p.id, p.rule_version,
      p.price_paise, p.full_price_paise, p.ageing_version, p.cost_paise, p.created_at, wrong.*
    from leads l left join purchases p on p.lead_id = l.id cross join lateral (select
      (p.id is not null) <> coalesce(l.sold_cause = 'purchase', false) as count,
      p.id is not null and (
        p.price_paise is distinct from coalesce(l.sold_cost_paise, case p.paid_with when 'plan' then p.price_paise end)
        or case p.rule_version
          when 1 then p.cost_paise <> case p.paid_with when 'wallet' then p.price_paise else 0 end
          else true end) as price,
      p.id is not null and (
        p.ageing_version <> coalesce((select max(version) from ageing_rules where starts_at <= p.created_at), 1)
        or p.price_paise <> case p.ageing_version when 1 then p.full_price_paise
          else aged_price_paise(p.full_price_paise, coalesce((
            select max(percent) from ageing_steps s where s.version = p.ageing_version and s.lead_type = l.lead_type
              and s.after_days <= day_in_india(p.created_at) - day_in_india(l.created_at)), 0)) end) as aged,
      p.id is not null and (l.travel_date < day_in_india(p.created_at) or l.month_end < day_in_india(p.created_at)) as day
    ) wrong
    where wrong.count or wrong.price or wrong.aged or wrong.day`,
}

/** Invariants of purchases. Each query returns the rows that violate its invariant. */
export const purchaseInvariants = {
  'a lead sold to an agent has one purchase, every other lead none': `
    select lead_id, status, sold_cause, (id is not null)::integer as purchases from wrong_sales where count
    union all
    select l.id, l.status, l.sold_cause, n from leads l join (
      select lead_id, count(*) as n from purchases group by 1 having count(*) > 1
    ) p on p.lead_id = l.id`,
  'each purchase is bought by and assigned to a member of its agency': `
    select p.id, p.user_id, p.bought_by, p.assigned_to from purchases p
    left join users buyer on buyer.id = p.bought_by left join users assignee on assignee.id = p.assigned_to
    where buyer.agency_id <> p.user_id or assignee.agency_id <> p.user_id`,
  'each purchase is funded by one journal entry of exactly its price': `
    select p.id, p.cost_paise, e.amount_paise from purchases p
    left join journal_entries e on e.id = p.entry_id and e.user_id = p.user_id
      and e.method = 'lead_wallet' and e.status = 'captured'
    where p.paid_with = 'wallet' and (e.id is null or e.amount_paise <> p.cost_paise)`,
  'each purchase is paid by its buyer’s wallet to the revenue of leads': `
    select p.id, p.user_id, p.cost_paise from purchases p
    where p.paid_with = 'wallet' and (
      not exists (select from postings d where d.entry_id = p.entry_id
        and d.account_id = p.user_id and d.amount_paise = -p.cost_paise)
      or not exists (select from postings c join accounts a on a.id = c.account_id
        where c.entry_id = p.entry_id and a.kind = 'revenue_leads'
          and c.amount_paise = p.cost_paise))`,
  'each sale of a lead from a wallet belongs to one purchase': `
    select e.id from journal_entries e left join purchases p on p.entry_id = e.id
    where e.method = 'lead_wallet' and p.id is null`,
  'a purchase costs what its lead was sold for': `
    select id, rule_version, price_paise, cost_paise, sold_cost_paise from wrong_sales where price`,
  'the price of a purchase is the full price less the step for the age of its lead': `
    select id, ageing_version, full_price_paise, price_paise, created_at from wrong_sales where aged`,
  'each purchase has the time of its journal entry, or of the use of the plan': `
    select p.id, p.created_at, e.created_at as entry_at, l.sold_at from purchases p
    join leads l on l.id = p.lead_id left join journal_entries e on e.id = p.entry_id
    where p.created_at is distinct from case p.paid_with when 'wallet' then e.created_at else l.sold_at end`,
  'a bought lead has the name, phone and email with which it was sold': `
    select l.id, l.number from leads l join purchases p on p.lead_id = l.id
    where l.contact_digest is distinct from contact_digest(l.name, l.phone, l.email)`,
  'no lead was sold to an agent after its travel date': `
    select id, lead_id, travel_date, month_end, created_at from wrong_sales where day`,
}
