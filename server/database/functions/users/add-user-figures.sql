create or replace function add_user_figures() returns trigger language plpgsql as $$
begin
  insert into user_figures (user_id, created_at, status, kyc_status)
    select id, created_at, status, kyc_status from new_users;
  return null;
end $$;

create or replace trigger users_figures_insert after insert on users
  referencing new table as new_users
  for each statement execute function add_user_figures();
