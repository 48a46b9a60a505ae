-- The refund rule as one function, which decisions, the list of requests, the invariants and the demo data call.

-- The version of the refund rule that applies to a purchase. A migration that changes the rule changes this default, so that
-- earlier purchases keep their rule (docs/decisions/0033-what-is-stored.md).
alter table purchases add column refund_rule_version smallint not null default 1;

-- What an approval at an instant gives back: the purchase, the subscription that paid it (null if the wallet did), the request.
-- One row: a lead to the plan (0 paise), or an amount to the wallet. No row if the version is unknown.
-- A version is never edited. A new version is added with `union all`.
create function replacement_refund(p purchases, s subscriptions, r replacement_requests, p_at timestamptz)
returns table (returned text, refund_paise bigint) language sql immutable as $$
  -- Version 1: the wallet gets back the cost. A plan gets back its lead before its end; afterwards the wallet gets the lead's
  -- share of the plan's price.
  select case when p_at < s.ends_at then 'plan' else 'wallet' end,
    case when p.paid_with = 'wallet' then p.cost_paise when p_at < s.ends_at then 0 else s.lead_share_paise end
  where p.refund_rule_version = 1
$$;

-- As in 0041-amounts-of-decisions.sql, by the function above and without a description.
create or replace function decide_replacement(p_request_id uuid, p_action text, p_admin_id uuid, p_entry_id uuid)
 returns void
 language plpgsql
as $$
declare
  v_purchase_id uuid;
  r replacement_requests;
  p purchases;
  s subscriptions;
  v_returned text;
  v_refund bigint;
  v_at timestamptz;
begin
  select purchase_id into v_purchase_id from replacement_requests where id = p_request_id;
  if not found then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_NOT_FOUND';
  end if;
  select * into p from purchases where id = v_purchase_id for update;
  -- Read after the lock is held: of two concurrent decisions, the second finds the first.
  select * into r from replacement_requests where id = p_request_id for update;
  if r.status <> 'pending' then
    raise exception using errcode = 'RAAHI', message = 'REPLACEMENT_ALREADY_DECIDED';
  end if;

  if p_action = 'approved' then
    select * into s from subscriptions where id = p.subscription_id for update;
  end if;
  v_at := clock_timestamp();
  if p_action = 'approved' then
    select f.returned, f.refund_paise into v_returned, v_refund from replacement_refund(p, s, r, v_at) f;
    if v_returned = 'plan' then
      update subscriptions set leads_used = leads_used - 1 where id = s.id;
    elsif v_returned = 'wallet' then
      -- From the revenue that the sale credited: of leads, or of plans.
      perform post_transfer(p_entry_id, case p.paid_with when 'wallet' then '00000000-0000-0000-0000-000000000001'::uuid
        else '00000000-0000-0000-0000-000000000002' end, p.user_id, v_refund, 'wallet_refund', 'lead_refund', p.user_id);
    end if;
  end if;

  update replacement_requests set status = p_action, decided_at = v_at, decided_by = p_admin_id,
    returned = v_returned, entry_id = case when v_returned = 'wallet' then p_entry_id end,
    refund_paise = v_refund, rule_version = case when p_action = 'approved' then p.refund_rule_version end
    where id = p_request_id;
  update purchases set replacement_status = p_action where id = v_purchase_id;
end $$;
