-- The terms of an order do not change, nor whether it is a test. A paid order stays paid.
create or replace function refuse_order_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or old.status = 'paid' and (new.status, new.paid_at) is distinct from (old.status, old.paid_at)
    or (new.id, new.user_id, new.kind, new.plan_id, new.plan_name, new.plan_type, new.validity_days,
        new.lead_quota, new.amount_paise, new.currency, new.created_at, new.is_test)
      is distinct from (old.id, old.user_id, old.kind, old.plan_id, old.plan_name, old.plan_type,
        old.validity_days, old.lead_quota, old.amount_paise, old.currency, old.created_at, old.is_test)
    or old.gateway_order_id is not null and new.gateway_order_id is distinct from old.gateway_order_id
  then
    raise exception 'the terms of an order stay as they are: % refused', tg_op;
  end if;
  return new;
end $$;

create or replace trigger orders_terms_stay before update or delete on orders
  for each row execute function refuse_order_change();
