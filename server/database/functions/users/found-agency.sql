-- A new agent founds an agency, unless it joins one. Admins belong to none.
create or replace function found_agency() returns trigger language plpgsql as $$
begin
  if new.role = 'admin' then
    new.agency_id := null;
    new.agent_role := null;
    new.daily_limit_paise := null;
  elsif new.agency_id is null then
    new.agency_id := new.id;
    new.agent_role := 'owner';
  end if;
  return new;
end $$;

create or replace trigger users_found_agency before insert or update of role on users
  for each row execute function found_agency();
