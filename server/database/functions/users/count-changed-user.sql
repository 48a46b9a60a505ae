create or replace function count_changed_user() returns trigger language plpgsql as $$
begin
  update user_day_counts set n = n - 1 where day = (old.created_at at time zone 'UTC')::date;
  if tg_op = 'UPDATE' then
    insert into user_day_counts as kept (day, n)
      values ((new.created_at at time zone 'UTC')::date, 1)
    on conflict (day) do update set n = kept.n + 1;
  end if;
  return null;
end $$;

create or replace trigger users_counted_delete after delete on users
  for each row execute function count_changed_user();

create or replace trigger users_counted_update after update of created_at on users
  for each row execute function count_changed_user();
