-- An order lives 30 minutes and ends when its offer changes. A payment begun later is refunded.

alter table orders drop constraint orders_status_check;
alter table orders add constraint orders_status_check
  check (status in ('open', 'paid', 'expired', 'closed'));

-- A payment is compared with all changes since its order, so the last one is not enough.
create table plan_changes (
  plan_id uuid not null references plans (id) on delete cascade,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (plan_id, changed_at)
);
comment on table plan_changes is 'When the terms of a plan changed, or the plan was withdrawn. Orders from before expire.';

create function record_plan_change() returns trigger language plpgsql as $$
begin
  insert into plan_changes (plan_id) values (new.id);
  return null;
end $$;
create trigger plans_record_change after update on plans for each row
  when ((old.price_paise, old.validity_days, old.type, old.lead_quota, old.deleted_at)
    is distinct from (new.price_paise, new.validity_days, new.type, new.lead_quota, new.deleted_at))
  execute function record_plan_change();

alter table refunds add column cause text not null default 'duplicate'
  check (cause in ('duplicate', 'expired'));
comment on column refunds.cause is 'duplicate: another payment had paid the order. expired: the payment was begun after the order had expired.';
