create or replace function record_plan_change() returns trigger language plpgsql as $$
begin
  insert into plan_changes (plan_id) values (new.id);
  return null;
end $$;

create or replace trigger plans_record_change after update on plans for each row
  when ((old.price_paise, old.validity_days, old.type, old.lead_quota, old.deleted_at)
    is distinct from (new.price_paise, new.validity_days, new.type, new.lead_quota, new.deleted_at))
  execute function record_plan_change();
