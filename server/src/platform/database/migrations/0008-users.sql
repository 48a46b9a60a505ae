-- The list of users (docs/decisions/0009-users-and-files.md), and when a session was last used.

-- What the list is searched by, folded once when it is written instead of at each search.
alter table users
  add column search_name text not null generated always as (lower(name)) stored,
  add column search_email text not null generated always as (lower(email)) stored,
  add column search_city text generated always as (lower(city)) stored,
  add column search_company text not null generated always as (lower(company_name)) stored;

-- One narrow index holds the order of the list and all that it is filtered by: a search that matches most users is
-- counted, and its page found, without reading the users themselves.
create index users_newest on users (created_at desc, id desc)
  include (search_name, search_email, search_city, search_company);

-- A search that matches few needs trigrams, where the database has them (see 0004-leads.sql).
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index users_search_name on users using gin (search_name gin_trgm_ops);
    create index users_search_email on users using gin (search_email gin_trgm_ops);
    create index users_search_city on users using gin (search_city gin_trgm_ops);
    create index users_search_company on users using gin (search_company gin_trgm_ops);
  end if;
end $$;

-- How many users were made on each day (UTC): their sum is the list's total, and they say in which day a deep page
-- starts. Two who register on one day wait for each other's commit, which is nothing beside hashing a password.
create table user_day_counts (
  day date primary key,
  n bigint not null
);
insert into user_day_counts (day, n)
  select (created_at at time zone 'UTC')::date, count(*) from users group by 1;

create function count_new_users() returns trigger language plpgsql as $$
begin
  insert into user_day_counts as kept (day, n)
    select (created_at at time zone 'UTC')::date, count(*) from new_users group by 1 order by 1
  on conflict (day) do update set n = kept.n + excluded.n;
  return null;
end $$;
create trigger users_counted_insert after insert on users
  referencing new table as new_users
  for each statement execute function count_new_users();

create function count_changed_user() returns trigger language plpgsql as $$
begin
  update user_day_counts set n = n - 1 where day = (old.created_at at time zone 'UTC')::date;
  if tg_op = 'UPDATE' then
    insert into user_day_counts as kept (day, n)
      values ((new.created_at at time zone 'UTC')::date, 1)
    on conflict (day) do update set n = kept.n + 1;
  end if;
  return null;
end $$;
create trigger users_counted_update after update of created_at on users
  for each row execute function count_changed_user();
create trigger users_counted_delete after delete on users
  for each row execute function count_changed_user();

-- Whose file is it: asked when files that nobody names are swept.
create unique index users_kyc_file_key on users (kyc_file) where kyc_file is not null;
create unique index users_profile_file_key on users (profile_file) where profile_file is not null;

-- A session was last used when its newest token was issued. The lifetimes are those of the release before.
alter table session_tokens add column issued_at timestamptz not null default now();
update session_tokens t set issued_at = least(now(), t.expires_at - case
    when t.kind = 'access' then interval '15 minutes'
    when u.role = 'admin' then interval '8 hours'
    else interval '7 days' end)
  from sessions s join users u on u.id = s.user_id where s.id = t.session_id;
