-- PostgreSQL parses and plans every check of a table in each statement that writes to it: a third of the work of a purchase.
-- A PL/pgSQL function keeps its plan, so the checks of each table that a sale writes are one function (decision 86). The
-- conditions are unchanged. A new condition replaces the function and must be compared with the existing rows.

create function is_valid_lead(p_status text, p_lead_type text, p_trip_type text, p_sold_cause text, p_sold_at timestamptz,
  p_deleted_cause text, p_deleted_at timestamptz, p_is_expired boolean, p_travel_date date, p_travel_month text,
  p_month_end date)
returns boolean language plpgsql immutable as $$
begin
  return p_status in ('buy', 'sold')
    and p_lead_type in ('domestic', 'international')
    and p_trip_type in ('Business', 'Family', 'Friends', 'Couples', 'Senior_Citizen', 'Others', 'Group')
    and (p_status = 'sold') = (p_sold_cause is not null)
    and (p_status = 'sold') = (p_sold_at is not null)
    and (p_sold_cause is null or p_sold_cause in ('purchase', 'outside'))
    and (p_deleted_cause is null or p_deleted_at is not null and p_deleted_cause in ('withdrawn', 'erased'))
    and (not p_is_expired or p_status = 'buy' and (p_travel_date is not null or p_month_end is not null))
    and (p_month_end is null or p_travel_date is null and p_travel_month is not null);
end $$;
alter table leads
  drop constraint leads_check, drop constraint leads_check1, drop constraint leads_check2,
  drop constraint leads_deleted_cause_check, drop constraint leads_expired_unsold, drop constraint leads_lead_type_check,
  drop constraint leads_month_without_date, drop constraint leads_sold_cause_check, drop constraint leads_status_check,
  drop constraint leads_trip_type_check,
  add constraint leads_valid check (is_valid_lead(status, lead_type, trip_type, sold_cause, sold_at, deleted_cause, deleted_at,
    is_expired, travel_date, travel_month, month_end));

create function is_valid_account(p_id uuid, p_kind text, p_user_id uuid, p_balance_paise bigint)
returns boolean language plpgsql immutable as $$
begin
  return p_kind in ('wallet', 'revenue_leads', 'revenue_plans', 'gateway', 'cash', 'adjustments', 'refunds_due')
    and (p_kind = 'wallet') = (p_user_id is not null)
    and (p_kind = 'wallet') = (p_balance_paise is not null)
    and (p_user_id is null or p_user_id = p_id)
    -- The largest integer that JavaScript represents exactly.
    and (p_balance_paise is null or p_balance_paise <= 9007199254740991);
end $$;
-- The check that no balance is negative stays separate.
alter table accounts
  drop constraint accounts_kind_check, drop constraint accounts_check, drop constraint accounts_check1,
  drop constraint accounts_check2, drop constraint accounts_balance_exact,
  add constraint accounts_valid check (is_valid_account(id, kind, user_id, balance_paise));

create function is_valid_entry(p_method text, p_status text, p_amount_paise bigint)
returns boolean language plpgsql immutable as $$
begin
  return p_method in ('lead_wallet', 'wallet_refund', 'cash', 'recharge_by_admin', 'Online')
    and p_status in ('captured', 'lead_refund') and p_amount_paise >= 0;
end $$;
alter table journal_entries
  drop constraint journal_entries_method_check, drop constraint journal_entries_status_check,
  drop constraint journal_entries_amount_paise_check,
  add constraint journal_entries_valid check (is_valid_entry(method, status, amount_paise));

create function is_valid_purchase(p_paid_with text, p_entry_id uuid, p_subscription_id uuid, p_cost_paise bigint,
  p_replacement_status text)
returns boolean language plpgsql immutable as $$
begin
  return p_paid_with in ('wallet', 'plan')
    and (p_paid_with = 'wallet') = (p_entry_id is not null)
    and (p_paid_with = 'plan') = (p_subscription_id is not null)
    and p_cost_paise >= 0
    and p_replacement_status in ('no-replacement', 'pending', 'approved', 'rejected');
end $$;
alter table purchases
  drop constraint purchases_paid_with_check, drop constraint purchases_check, drop constraint purchases_plan_funding,
  drop constraint purchases_cost_paise_check, drop constraint purchases_replacement_status_check,
  add constraint purchases_valid
    check (is_valid_purchase(paid_with, entry_id, subscription_id, cost_paise, replacement_status));
