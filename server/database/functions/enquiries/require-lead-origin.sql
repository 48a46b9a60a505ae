-- A lead that an admin enters has all three. Checked when the transaction ends, because a lead is inserted before its origin.
create or replace function require_lead_origin() returns trigger language plpgsql as $$
declare
  v_lead_id constant uuid := case when tg_op = 'DELETE'
    then (to_jsonb(old) ->> 'lead_id')::uuid else (to_jsonb(new) ->> 'id')::uuid end;
begin
  if exists (select from leads where id = v_lead_id
      and (email is null or city is null or destination is null))
    and not exists (select from lead_origins where lead_id = v_lead_id)
  then
    raise check_violation using
      message = 'a lead without an enquiry needs an email, a city and a destination',
      table = 'leads', constraint = 'leads_unknown_needs_origin';
  end if;
  return null;
end $$;

drop trigger if exists lead_origins_kept on lead_origins;
create constraint trigger lead_origins_kept after delete on lead_origins
  deferrable initially deferred for each row execute function require_lead_origin();

drop trigger if exists leads_unknown_needs_origin on leads;
create constraint trigger leads_unknown_needs_origin
  after insert or update of email, city, destination on leads
  deferrable initially deferred for each row
  when (new.email is null or new.city is null or new.destination is null)
  execute function require_lead_origin();
