-- How often leads are returned, by groups of leads that are alike (docs/decisions/0063-return-odds.md). A nightly task replaces
-- all rows in one transaction.

create table return_odds (
  only_row boolean primary key default true check (only_row),
  computed_at timestamptz not null,
  purchases integer not null check (purchases >= 0),
  returned integer not null check (returned between 0 and purchases),
  -- Null without purchases.
  base_rate double precision check (base_rate between 0 and 1),
  prior_weight double precision not null check (prior_weight > 0),
  -- The back-test. Without a tested purchase it has no scores.
  tested integer not null check (tested >= 0),
  brier double precision check (brier between 0 and 1),
  base_brier double precision check (base_brier between 0 and 1),
  -- Agents are shown odds only while this is true.
  is_better boolean generated always as (coalesce(brier < base_brier, false)) stored,
  check ((tested = 0) = (brier is null) and (brier is null) = (base_brier is null))
);

create table return_odds_groups (
  verification text not null check (verification in ('none', 'email', 'phone', 'both')),
  source text not null,
  completeness text not null check (completeness in ('few', 'some', 'most')),
  has_travel_date boolean not null,
  lead_type text not null check (lead_type in ('domestic', 'international')),
  purchases integer not null check (purchases > 0),
  returned integer not null check (returned between 0 and purchases),
  odds double precision not null check (odds between 0 and 1),
  primary key (verification, source, completeness, has_travel_date, lead_type)
);

-- The back-test by month in India.
create table return_odds_months (
  month date primary key,
  tested integer not null check (tested > 0),
  returned integer not null check (returned between 0 and tested),
  brier double precision not null check (brier between 0 and 1),
  base_brier double precision not null check (base_brier between 0 and 1)
);

-- The tested purchases in ten parts, by what was predicted.
create table return_odds_tenths (
  tenth integer primary key check (tenth between 1 and 10),
  tested integer not null check (tested > 0),
  predicted double precision not null check (predicted between 0 and 1),
  returned integer not null check (returned between 0 and tested)
);
