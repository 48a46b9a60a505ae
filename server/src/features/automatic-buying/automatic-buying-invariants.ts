/** The query of each invariant selects the rows that violate it. */
export const automaticBuyingInvariants = {
  'an automatic purchase is a purchase of its agent, of its lead, at its cost, on its day': `
    select a.id, a.purchase_id, a.paise, p.cost_paise, a.day, p.created_at
    from automatic_purchases a join purchases p on p.id = a.purchase_id
      join automatic_buying_rules r on r.id = a.rule_id
    where a.user_id <> p.user_id or a.user_id <> r.user_id or a.lead_id <> p.lead_id
      or a.paise <> p.cost_paise or a.day <> day_in_india(p.created_at)`,
  'automatic buying exceeds no limit of a day': `
    select * from (
      select a.id, a.rule_id, a.day, a.paise, c.daily_paise, c.daily_leads,
        sum(a.paise) over of_day as day_paise, count(*) over of_day as day_leads
      from automatic_purchases a
        join automatic_buying_limits c on c.rule_id = a.rule_id and c.version = a.version
      window of_day as (partition by a.rule_id, a.day order by a.id)
    ) counted
    -- A lead paid by a plan costs nothing, so it is allowed even if the changed limit is below the amount spent.
    where day_leads > daily_leads or paise > 0 and day_paise > daily_paise`,
  'automatic buying pays no higher price and buys on no later day than its limits allow': `
    select a.id, a.day, c.ends_on, p.price_paise, c.max_price_paise
    from automatic_purchases a join purchases p on p.id = a.purchase_id
      join automatic_buying_limits c on c.rule_id = a.rule_id and c.version = a.version
    where a.day > c.ends_on or p.price_paise > c.max_price_paise`,
  'automatic buying leaves the floor in the wallet': `
    select a.id, w.balance_after_paise, c.floor_paise
    from automatic_purchases a join purchases p on p.id = a.purchase_id
      join automatic_buying_limits c on c.rule_id = a.rule_id and c.version = a.version
      join postings w on w.entry_id = p.entry_id and w.account_id = a.user_id
    where a.paise > 0 and w.balance_after_paise < c.floor_paise`,
  'automatic buying starts 30 s after a lead is put on sale': `
    select a.id, l.created_at as put_on_sale_at, p.created_at as bought_at
    from automatic_purchases a join purchases p on p.id = a.purchase_id join leads l on l.id = a.lead_id
    where p.created_at < l.created_at + interval '30 seconds'`,
}
