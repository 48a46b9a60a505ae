-- Erasures since the tables were last analyzed. The planner's statistics contain values of erased rows until then
-- (docs/privacy.md).
create table erasures_to_analyze (
  id bigint generated always as identity primary key,
  erased_at timestamptz not null default clock_timestamp()
);
