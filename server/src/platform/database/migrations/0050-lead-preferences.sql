-- What an agent has chosen for the marketplace (docs/decisions/0045-marketplace.md).

create table lead_preferences (
  user_id uuid primary key references users (id) on delete cascade,
  -- Null: the places of the agent's latest purchases.
  destinations text[],
  cities text[],
  -- Codes of the quick filters that were on when the agent last used one.
  quick_filters text[] not null default '{}',
  updated_at timestamptz not null default now()
);
