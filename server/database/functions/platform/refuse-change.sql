create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op;
end $$;

create or replace trigger ageing_rules_append_only before update or delete or truncate on ageing_rules
  for each statement execute function refuse_change();

create or replace trigger ageing_steps_append_only before update or delete or truncate on ageing_steps
  for each statement execute function refuse_change();

create or replace trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

create or replace trigger automatic_buying_limits_append_only before update or delete or truncate on automatic_buying_limits
  for each statement execute function refuse_change();

create or replace trigger automatic_purchases_append_only before update or delete or truncate on automatic_purchases
  for each statement execute function refuse_change();

create or replace trigger contact_views_append_only before update or delete or truncate on contact_views
  for each statement execute function refuse_change();

create or replace trigger invoices_append_only before update or delete or truncate on invoices
  for each statement execute function refuse_change();

create or replace trigger journal_entries_append_only before update or delete or truncate on journal_entries
  for each statement execute function refuse_change();

create or replace trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_change();

create or replace trigger recharge_corrections_append_only before update or delete or truncate on recharge_corrections
  for each statement execute function refuse_change();

create or replace trigger recharge_details_append_only before update or delete or truncate on recharge_details
  for each statement execute function refuse_change();

create or replace trigger return_policies_append_only before update or delete or truncate on return_policies
  for each statement execute function refuse_change();

create or replace trigger sealed_days_append_only before update or delete or truncate on sealed_days
  for each statement execute function refuse_change();
