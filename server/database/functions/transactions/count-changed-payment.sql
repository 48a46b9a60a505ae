create or replace function count_changed_payment() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into transaction_changes
        (day, method, status, n, amount_paise, earned_paise)
      values (transaction_day(old.created_at), 'Online', old.status, -1, -old.amount_paise,
        case when old.status = 'captured' and old.plan_name is not null
          then -old.amount_paise else 0 end);
  end if;
  if tg_op <> 'DELETE' then
    insert into transaction_changes
        (day, method, status, n, amount_paise, earned_paise, buyer_id, ids)
      values (transaction_day(new.created_at), 'Online', new.status, 1, new.amount_paise,
        case when new.status = 'captured' and new.plan_name is not null
          then new.amount_paise else 0 end,
        case when new.status = 'captured' and new.plan_name is not null then new.user_id end,
        array[new.id]);
  else
    delete from transaction_search where id = old.id;
  end if;
  return null;
end $$;

create or replace trigger payments_counted after insert or update or delete on payments
  for each row execute function count_changed_payment();
