-- Which records the demo data made, which orders were tests, and when the trial of this database ended. A trial must not
-- become a deployment with accounts whose passwords everybody knows.

create table demo_records (
  kind text not null
    check (kind in ('user', 'lead', 'plan', 'lead_cost', 'enquiry', 'contact_message')),
  -- No foreign key: a mark whose record is gone means nothing.
  id uuid not null,
  primary key (kind, id)
);

-- One row once `npm run end-trial` has run.
create table trial_end (
  only_row boolean primary key default true check (only_row),
  ended_at timestamptz not null
);

-- Made with the sandbox or a test key: no money moves by it.
alter table orders add column is_test boolean not null default false;

-- Databases that an earlier release filled with demo data. Its accounts have addresses that nobody can own (RFC 2606),
-- also where somebody has changed them since.
insert into demo_records (kind, id)
  with demo_emails (email) as (values
    ('admin@raahi.example'), ('agent@raahi.example'), ('meera@backwaterbound.example'),
    ('rajat@snowlineholidays.example'), ('farah@saffronmiles.example'),
    ('dinesh@camelposttours.example'), ('tenzin@highpasstrails.example'),
    ('shreya@teestatravels.example'), ('vivek@templebelltours.example'),
    ('nandini@monsoonghat.example'), ('zubin@blueharbour.example'),
    ('pallavi@deodarjourneys.example'), ('gaurav@rannandbeyond.example'))
  select 'user', id from users where lower(email) in (select email from demo_emails)
  union
  select 'user', subject_id from audit_log
    where action = 'user.update' and subject_id is not null
      and lower(before ->> 'email') in (select email from demo_emails);

-- Its other records are looked for only where its agents are.
do $$
begin
  if (select count(*) from demo_records d join users u on u.id = d.id and u.role = 'user') < 6 then
    return;
  end if;
  insert into demo_records (kind, id)
    -- Addresses and phone numbers that the demo data made up.
    select 'lead', id from leads
      where email like '%@example.com' or phone ~ '^\+91900001[0-9]{4}$'
    union all
    select 'plan', id from plans
      where plan_id in ('DOM-10', 'DOM-40', 'INT-10', 'INT-30', 'ALL-25', 'ALL-300')
        and created_at <= (select max(created_at) from users u
          join demo_records d on d.kind = 'user' and d.id = u.id)
    union all
    select 'lead_cost', id from lead_costs
      where (type, price_paise) in (('domestic', 5000), ('international', 4000))
    union all
    -- The secret of its traveller's link, which nobody has.
    select 'enquiry', id from enquiries where token_hash = sha256(convert_to('demo ' || id, 'UTF8'))
    union all
    select 'contact_message', id from contact_messages where email like '%@post.example';
end $$;

-- What an order is now known to be is no change of its terms.
alter table orders disable trigger orders_terms_stay;
update orders set is_test = true
  where user_id in (select id from demo_records where kind = 'user')
    or gateway_order_id in (select id from sandbox_orders)
    or id in (select p.order_id from payments p join invoices i on i.payment_id = p.id
      where i.is_test);
alter table orders enable trigger orders_terms_stay;
create index orders_test on orders (created_at) where is_test;

-- As 0013-payments.sql made it, and whether an order is a test stays too.
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
