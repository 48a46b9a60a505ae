-- Counts the plans that were paid for online. The figures that are kept per day hold them together with top-ups.
create index payments_plan_sales on payments (created_at)
  where status = 'captured' and plan_name is not null;
