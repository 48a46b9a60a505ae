-- Checked when the transaction ends, because handing over ends one ownership before it begins the other.
create or replace function require_agency_owner() returns trigger language plpgsql as $$
begin
  if exists (select from users where agency_id = old.agency_id)
    and not exists (select from users where agency_id = old.agency_id and agent_role = 'owner')
  then
    raise check_violation using
      message = 'an agency needs an owner', table = 'users', constraint = 'users_agency_has_owner';
  end if;
  return null;
end $$;

drop trigger if exists users_agency_has_owner on users;
create constraint trigger users_agency_has_owner
  after update of agent_role, agency_id, role on users deferrable initially deferred for each row
  when (old.agent_role = 'owner' and (new.agent_role, new.agency_id) is distinct from (old.agent_role, old.agency_id))
  execute function require_agency_owner();
