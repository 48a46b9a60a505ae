-- A transaction as one row. Its search names are on one line each, so that no search text matches the end of one name and the
-- begin of the next. An agent's own statement names an online payment by the number of its entry.
create or replace view transaction_rows as
  select id, 'entry'::text as source, method, status, user_id, amount_paise,
    -- A recharge is a deposit and earns nothing.
    case when method in ('lead_wallet', 'plan_wallet', 'cash') then amount_paise
      when method in ('wallet_refund', 'plan_refund') then -amount_paise else 0 end as earned_paise,
    method in ('lead_wallet', 'plan_wallet', 'cash') as is_sale, created_at,
    id || chr(10) || lower(record_label('TX', number)) as names
  from journal_entries where method <> 'Online'
  union all
  select p.id, 'payment', 'Online', p.status, p.user_id, p.amount_paise,
    case when p.status = 'captured' and p.plan_name is not null then p.amount_paise else 0 end,
    p.status = 'captured' and p.plan_name is not null, p.created_at,
    concat_ws(chr(10), p.id, lower(p.gateway_payment_id), e.id,
      lower(record_label('TX', e.number)), o.id, lower(o.gateway_order_id))
  from payments p left join journal_entries e on e.id = p.entry_id left join orders o on o.id = p.order_id;
