create or replace function refuse_uncapture() returns trigger language plpgsql as $$
begin
  if old.status <> 'failed' and (tg_op = 'DELETE'
      or (new.status <> old.status and (old.status, new.status) <> ('captured', 'lead_refund'))
      or (new.amount_paise, new.user_id, new.entry_id, new.plan_name is null, new.surplus,
          new.created_at)
        is distinct from (old.amount_paise, old.user_id, old.entry_id, old.plan_name is null,
          old.surplus, old.created_at)
      or old.order_id is not null and new.order_id is distinct from old.order_id) then
    raise exception 'a captured payment stays as it is: % refused', tg_op;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace trigger payments_captured_stay before update or delete on payments
  for each row execute function refuse_uncapture();
