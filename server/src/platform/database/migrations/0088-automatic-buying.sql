-- Automatic buying (docs/decisions/0068-automatic-buying.md).

-- The filters of a search, to compare them with those that a rule was switched on for.
create function filters_of_search(s saved_searches) returns jsonb language sql stable as $$
  select jsonb_build_object('lead_type', s.lead_type, 'trip_type', s.trip_type, 'destination', s.destination,
    'destinations', s.destinations, 'city', s.city, 'cities', s.cities, 'travel_from', s.travel_from, 'travel_to', s.travel_to,
    'verified', s.verified, 'max_price_paise', s.max_price_paise)
$$;

-- One rule for each saved search. It stays when the search is deleted, because its purchases refer to it.
create table automatic_buying_rules (
  id uuid primary key,
  user_id uuid not null references users (id),
  search_id uuid unique references saved_searches (id) on delete set null,
  -- The caps in force.
  version integer not null check (version > 0),
  on_since timestamptz not null,
  paused_at timestamptz,
  paused_by text check (paused_by in ('agent', 'mail', 'suspension')),
  -- The secret of the link that pauses this rule without a login. It has 122 random bits.
  pause_key uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  check ((paused_at is null) = (paused_by is null))
);
create index automatic_buying_rules_user on automatic_buying_rules (user_id);

-- What an agent agreed to with the password. Each change is a new version: purchases keep the caps that they were made under.
create table automatic_buying_caps (
  rule_id uuid not null references automatic_buying_rules (id),
  version integer not null,
  daily_paise bigint not null check (daily_paise > 0),
  daily_leads integer not null check (daily_leads > 0),
  max_price_paise bigint not null check (max_price_paise > 0),
  -- A purchase leaves at least this in the wallet.
  floor_paise bigint not null check (floor_paise >= 0),
  -- The last day in India.
  ends_on date not null,
  filters jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (rule_id, version),
  check (ends_on - day_in_india(created_at) between 0 and 90)
);
create trigger automatic_buying_caps_append_only before update or delete or truncate on automatic_buying_caps
  for each statement execute function refuse_change();

-- Leads that rules are to try to buy. A row is used once.
create table automatic_buying_matches (
  lead_id uuid not null references leads (id) on delete cascade,
  rule_id uuid not null references automatic_buying_rules (id),
  due_at timestamptz not null,
  primary key (lead_id, rule_id)
);
create index automatic_buying_matches_due on automatic_buying_matches (due_at, lead_id);

create table automatic_purchases (
  -- In the order of the purchases.
  id bigint generated always as identity primary key,
  purchase_id uuid not null unique references purchases (id),
  rule_id uuid not null,
  version integer not null,
  user_id uuid not null references users (id),
  lead_id uuid not null references leads (id),
  -- The day in India that the purchase counts for, and what the wallet paid. A return gives nothing back to the day.
  day date not null,
  paise bigint not null check (paise >= 0),
  unique (rule_id, lead_id),
  foreign key (rule_id, version) references automatic_buying_caps (rule_id, version)
);
create index automatic_purchases_day on automatic_purchases (rule_id, day);
create index automatic_purchases_user on automatic_purchases (user_id, id);
create trigger automatic_purchases_append_only before update or delete or truncate on automatic_purchases
  for each statement execute function refuse_change();

-- Why a rule must not buy a lead at this price and cost; null: it may. Exact only under the locks of the rule, the lead and the wallet.
create function refuse_automatic_purchase(r automatic_buying_rules, p_lead_id uuid, p_day date, p_price_paise bigint,
  p_cost_paise bigint, p_wallet_after_paise bigint) returns text language sql stable set enable_seqscan = off as $$
  select case
      when r.paused_at is not null or s.id is null or s.paused_at is not null or filters_of_search(s) <> c.filters then 'off'
      when p_day > c.ends_on then 'ended'
      when p_price_paise > c.max_price_paise then 'price'
      when today.leads >= c.daily_leads then 'leads of the day'
      when p_cost_paise > 0 and today.paise + p_cost_paise > c.daily_paise then 'rupees of the day'
      when p_cost_paise > 0 and p_wallet_after_paise < c.floor_paise then 'wallet floor'
      -- The lead was changed after the match.
      when fits_saved_search(s, l, p_price_paise) is not true then 'filters'
    end
  from automatic_buying_caps c
    cross join lateral (select count(*) as leads, coalesce(sum(a.paise), 0) as paise
      from automatic_purchases a where a.rule_id = r.id and a.day = p_day) today
    left join saved_searches s on s.id = r.search_id
    left join lead_search l on l.lead_id = p_lead_id
  where c.rule_id = r.id and c.version = r.version
$$;

-- The rules that may buy a lead now, in their order: the agent that automatic buying served longest ago first, agents that it never served
-- before them in the order in which they switched it on. It reads without locks: buy_lead_automatically decides.
create function automatic_buyers(p_lead_id uuid, p_price_paise bigint) returns table (rule_id uuid)
language sql stable set enable_seqscan = off as $$
  select r.id
  from automatic_buying_matches m
    join automatic_buying_rules r on r.id = m.rule_id
    join users u on u.id = r.user_id and u.status = 'active'
    join accounts a on a.id = r.user_id
    join leads l on l.id = m.lead_id
    cross join lateral (select case when exists (
        select from subscriptions s where s.user_id = r.user_id and s.ends_at > clock_timestamp()
          and s.leads_used < s.lead_quota and s.type in (l.lead_type, 'both')
      ) then 0 else p_price_paise end as paise) cost
    cross join lateral (select max(p.id) as last from automatic_purchases p where p.user_id = r.user_id) served
    cross join lateral (select max(p.id) as last from automatic_purchases p where p.rule_id = r.id) served_rule
  where m.lead_id = p_lead_id and m.due_at <= clock_timestamp()
    and refuse_automatic_purchase(r, p_lead_id, day_in_india(clock_timestamp()), p_price_paise, cost.paise,
      a.balance_paise - cost.paise) is null
  order by served.last nulls first, served_rule.last nulls first, r.on_since, r.id
$$;

-- Buys a lead for a rule through buy_lead, with a due match of both and at the expected price. A refusal is a code and changes nothing.
-- Purchases of a rule run one after the other, because each counts those before it on its day.
create function buy_lead_automatically(p_rule_id uuid, p_lead_id uuid, p_expected_cost_paise bigint, p_purchase_id uuid, p_entry_id uuid,
  out refusal text, out paid_with text)
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  r automatic_buying_rules;
  v_bought record;
  v_day date;
begin
  if p_expected_cost_paise is null then
    raise exception 'automatic buying needs an expected price';
  end if;
  -- The lock of a rule comes before those of buy_lead. Foreign keys to the rule do not wait for it.
  select * into r from automatic_buying_rules where id = p_rule_id for no key update;
  begin
    delete from automatic_buying_matches
      where lead_id = p_lead_id and rule_id = p_rule_id and due_at <= clock_timestamp();
    if not found then
      raise exception using errcode = 'RAAHI', message = 'no match';
    end if;
    select * into v_bought from buy_lead(p_purchase_id, p_entry_id, r.user_id, p_lead_id, p_expected_cost_paise, null,
      'automatic ' || p_rule_id || ' ' || p_lead_id,
      sha256(convert_to(p_rule_id || ' ' || p_lead_id || ' ' || p_expected_cost_paise, 'UTF8')), 'automatic-buying', null);
    if v_bought.replayed then
      raise exception using errcode = 'RAAHI', message = 'no match';
    end if;
    -- Now the lead and the wallet are locked too. The day is that of the purchase, which may have waited until after midnight.
    select day_in_india(created_at) into v_day from purchases where id = p_purchase_id;
    refusal := refuse_automatic_purchase(r, p_lead_id, v_day, p_expected_cost_paise, v_bought.cost_paise, v_bought.wallet_paise);
    if refusal is not null then
      raise exception using errcode = 'RAAHI', message = refusal;
    end if;
    insert into automatic_purchases (purchase_id, rule_id, version, user_id, lead_id, day, paise)
      values (p_purchase_id, p_rule_id, r.version, r.user_id, p_lead_id, v_day, v_bought.cost_paise);
    paid_with := v_bought.paid_with;
  exception when sqlstate 'RAAHI' then
    refusal := sqlerrm;
  end;
end $$;
