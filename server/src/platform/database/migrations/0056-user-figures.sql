-- Search, filters and sortable figures of the list of users (docs/decisions/0050-users-screen.md).

-- All fields that one search text is compared with, in lower case, one per line.
alter table users add column search_all text not null generated always as (
  lower(name || E'\n' || email || E'\n' || coalesce(phone, '') || E'\n' || company_name || E'\n' ||
    coalesce(city, '') || E'\n' || coalesce(gstin, '') || E'\n' || id::text)
) stored;

do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index users_search_all on users using gin (search_all gin_trgm_ops);
  end if;
end $$;

-- What the list of users is filtered and sorted by, one row per user. Triggers copy the first columns. A background task
-- computes the figures: a purchase writes nothing here.
create table user_figures (
  user_id uuid primary key references users (id) on delete cascade,
  created_at timestamptz not null,
  status text not null,
  kyc_status text not null,
  -- When the last token of a session was issued; null: never seen.
  last_active_at timestamptz,
  -- The end of the active subscription that ends last; null: none was active when the figures were computed.
  plan_until timestamptz,
  -- What the wallet paid for leads and what was paid for plans in the 30 days before the computation.
  spent_paise bigint not null default 0,
  purchases integer not null default 0,
  -- Purchases with an approved replacement.
  returns integer not null default 0,
  -- Null without a purchase.
  return_permille integer generated always as (case when purchases > 0 then round(returns * 1000.0 / purchases) end) stored,
  -- When the figures must be computed again even if nothing happens.
  recheck_at timestamptz not null default '-infinity'
) with (autovacuum_vacuum_scale_factor = 0.02);

-- Each order of the list, with all that its rows are filtered by: a page is found in one index.
create index user_figures_newest on user_figures (created_at desc, user_id desc) include (status, kyc_status, plan_until);
create index user_figures_last_active on user_figures (last_active_at desc nulls last, user_id desc)
  include (status, kyc_status, plan_until);
create index user_figures_spent on user_figures (spent_paise desc, user_id desc) include (status, kyc_status, plan_until);
create index user_figures_return_permille on user_figures (return_permille desc nulls last, user_id desc)
  include (status, kyc_status, plan_until);
-- Counts the users that match filters.
create index user_figures_filters on user_figures (status, kyc_status, plan_until);
create index user_figures_recheck on user_figures (recheck_at);

-- When the figures were last computed.
create table user_figures_fold (
  only_row boolean primary key default true check (only_row),
  folded_to timestamptz not null default '-infinity'
);
insert into user_figures_fold default values;

-- What happened lately, found by time. Sales of leads have such an index.
create index session_tokens_issued on session_tokens (issued_at);
create index subscriptions_started on subscriptions (started_at);
create index replacement_requests_approved on replacement_requests (decided_at) where status = 'approved';

create function add_user_figures() returns trigger language plpgsql as $$
begin
  insert into user_figures (user_id, created_at, status, kyc_status)
    select id, created_at, status, kyc_status from new_users;
  return null;
end $$;
create trigger users_figures_insert after insert on users
  referencing new table as new_users
  for each statement execute function add_user_figures();

create function copy_user_figures() returns trigger language plpgsql as $$
begin
  update user_figures set created_at = new.created_at, status = new.status, kyc_status = new.kyc_status
    where user_id = new.id;
  return null;
end $$;
create trigger users_figures_update after update on users for each row
  when ((old.created_at, old.status, old.kyc_status) is distinct from (new.created_at, new.status, new.kyc_status))
  execute function copy_user_figures();

insert into user_figures (user_id, created_at, status, kyc_status)
  select id, created_at, status, kyc_status from users;

-- Computes the figures of the users for whom something happened lately, and of at most `p_max_due` users whose recheck is
-- due: something leaves the 30 days, or a day at most has passed. Returns the number of the latter. Of two concurrent calls, one
-- works and one returns 0.
create function fold_user_figures(p_max_due integer) returns bigint language plpgsql as $$
declare
  -- Transactions that began before the previous fold and committed after it are within these two minutes.
  v_from timestamptz := (select folded_to - interval '2 minutes' from user_figures_fold);
  v_now timestamptz := clock_timestamp();
  v_since timestamptz := v_now - interval '30 days';
  v_due bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_user_figures', 0)) then
    return 0;
  end if;
  with due as materialized (
    select user_id from user_figures where recheck_at <= v_now order by recheck_at limit p_max_due
  ), seen as materialized (
    select s.user_id, max(t.issued_at) as at
    from session_tokens t join sessions s on s.id = t.session_id where t.issued_at >= v_from group by 1
  ), changed as (
    select user_id from due
    union select user_id from seen
    union select p.user_id from leads l join purchases p on p.lead_id = l.id
      where l.status = 'sold' and l.sold_at >= v_from
    union select user_id from subscriptions where started_at >= v_from
    union select user_id from replacement_requests where status = 'approved' and decided_at >= v_from
  ), locked as materialized (
    -- A transaction that changes several users may hold some of these rows. The next fold finds them again.
    select user_id, last_active_at from user_figures where user_id in (select user_id from changed)
    for no key update skip locked
  ), figures as materialized (
    select locked.user_id, greatest(locked.last_active_at, seen.at, open.at) as last_active_at, plans.plan_until,
      bought.spent + plans.spent as spent_paise, bought.n as purchases, bought.returns,
      -- At random times, so that not all users are due together.
      least(bought.first_at, plans.first_at, v_now - interval '29 days' - random() * interval '12 hours')
        + interval '30 days' as recheck_at
    from locked left join seen using (user_id), lateral (
      select max(t.issued_at) as at from sessions s join session_tokens t on t.session_id = s.id
      where s.user_id = locked.user_id and s.ended_at is null
    ) open, lateral (
      select count(*) as n, count(*) filter (where replacement_status = 'approved') as returns,
        coalesce(sum(cost_paise) filter (where created_at > v_since), 0) as spent,
        min(created_at) filter (where created_at > v_since) as first_at
      from purchases where user_id = locked.user_id
    ) bought, lateral (
      select max(ends_at) filter (where ends_at > v_now and not is_used_up) as plan_until,
        coalesce(sum(price_paise) filter (where started_at > v_since and cause <> 'free'), 0) as spent,
        min(started_at) filter (where started_at > v_since and cause <> 'free') as first_at
      from subscriptions where user_id = locked.user_id
    ) plans
  ), written as (
    update user_figures f set last_active_at = n.last_active_at, plan_until = n.plan_until, spent_paise = n.spent_paise,
      purchases = n.purchases, returns = n.returns, recheck_at = n.recheck_at
    from figures n where f.user_id = n.user_id and (f.recheck_at <= v_now
      or (f.last_active_at, f.plan_until, f.spent_paise, f.purchases, f.returns)
        is distinct from (n.last_active_at, n.plan_until, n.spent_paise, n.purchases, n.returns))
  )
  select count(*) into v_due from due;
  update user_figures_fold set folded_to = v_now;
  return v_due;
end $$;

-- All users are due at first.
select fold_user_figures(2147483647);
