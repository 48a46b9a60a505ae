-- What a traveller can add to a trip (docs/decisions/0051-public-site-steps.md): a month instead of a date, a budget per
-- person, and what matters most. Null: not said.
alter table enquiries
  add column travel_month text,
  add column budget_per_person text,
  add column priority text;
alter table leads
  add column travel_month text,
  add column budget_per_person text,
  add column priority text;
