-- The destinations asked for most, which the dashboard shows, were counted over all leads: 90 ms at 200,000 of them. They are
-- kept as the other counts of leads are (0004-leads.sql): a change adds a row, and fold_lead_counts sums the rows up.

create table lead_destination_counts (
  -- As it is written: which spellings are one destination is for whoever reads.
  destination text primary key,
  n bigint not null
);
create table lead_destination_changes (
  id bigint generated always as identity primary key,
  destination text not null,
  n bigint not null
);

create or replace function count_new_leads() returns trigger language plpgsql as $$
begin
  insert into lead_count_changes (day, lead_type, trip_type, status, n)
    select lead_day(created_at), lead_type, trip_type, status, count(*) from new_leads
    where deleted_at is null group by 1, 2, 3, 4;
  insert into lead_destination_changes (destination, n)
    select destination, count(*) from new_leads where deleted_at is null group by 1;
  return null;
end $$;

create function count_changed_destination() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null then
    insert into lead_destination_changes (destination, n) values (old.destination, -1);
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    insert into lead_destination_changes (destination, n) values (new.destination, 1);
  end if;
  return null;
end $$;
-- Not fired by a sale.
create trigger leads_destination_updated after update of destination, deleted_at on leads
  for each row when ((old.destination, old.deleted_at) is distinct from (new.destination, new.deleted_at))
  execute function count_changed_destination();
create trigger leads_destination_deleted after delete on leads
  for each row execute function count_changed_destination();

-- Sums up the changes so far; returns how many there were. Two at once: one works, one returns 0.
create or replace function fold_lead_counts() returns bigint language plpgsql as $$
declare
  folded bigint;
  destinations bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold_lead_counts', 0)) then
    return 0;
  end if;
  with gone as (
    delete from lead_count_changes returning *
  ), days as (
    insert into lead_day_counts as kept (day, lead_type, trip_type, status, n)
      select day, lead_type, trip_type, status, sum(n) from gone group by 1, 2, 3, 4
    on conflict (day, lead_type, trip_type, status) do update set n = kept.n + excluded.n
  ), totals as (
    insert into lead_totals as kept (lead_type, trip_type, status, n)
      select lead_type, trip_type, status, sum(n) from gone group by 1, 2, 3
    on conflict (lead_type, trip_type, status) do update set n = kept.n + excluded.n
  )
  select count(*) into folded from gone;
  with gone as (
    delete from lead_destination_changes returning *
  ), counts as (
    insert into lead_destination_counts as kept (destination, n)
      select destination, sum(n) from gone group by 1
    on conflict (destination) do update set n = kept.n + excluded.n
  )
  select count(*) into destinations from gone;
  if destinations > 0 then
    delete from lead_destination_counts where n = 0;
  end if;
  return folded + destinations;
end $$;

insert into lead_destination_counts (destination, n)
  select destination, count(*) from leads where deleted_at is null group by 1;
