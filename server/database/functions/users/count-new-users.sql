create or replace function count_new_users() returns trigger language plpgsql as $$
begin
  insert into user_day_counts as kept (day, n)
    select (created_at at time zone 'UTC')::date, count(*) from new_users group by 1 order by 1
  on conflict (day) do update set n = kept.n + excluded.n;
  return null;
end $$;

create or replace trigger users_counted_insert after insert on users
  referencing new table as new_users
  for each statement execute function count_new_users();
