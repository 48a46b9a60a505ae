-- What a traveller did not say stays unknown (docs/decisions/0029-what-a-traveller-did-not-say.md). Rows from before keep
-- what they hold: whether their 0 or 'domestic' was said cannot be known any more.
alter table enquiries
  alter column trip_type drop not null,
  alter column lead_type drop not null,
  alter column travel_days drop not null, alter column travel_days drop default,
  alter column travel_nights drop not null, alter column travel_nights drop default,
  alter column adult drop not null, alter column adult drop default,
  alter column children drop not null, alter column children drop default,
  alter column infant drop not null, alter column infant drop default;

alter table leads
  alter column email drop not null,
  alter column city drop not null,
  alter column destination drop not null;
alter table lead_search
  alter column city drop not null,
  alter column destination drop not null;

-- A lead that an admin enters has all three. Checked when the transaction ends, because a lead is inserted before its origin.
create function require_lead_origin() returns trigger language plpgsql as $$
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
create constraint trigger leads_unknown_needs_origin
  after insert or update of email, city, destination on leads
  deferrable initially deferred for each row
  when (new.email is null or new.city is null or new.destination is null)
  execute function require_lead_origin();
create constraint trigger lead_origins_kept after delete on lead_origins
  deferrable initially deferred for each row execute function require_lead_origin();

-- An open destination is no destination: it is in no count.
create function skip_row() returns trigger language plpgsql as $$
begin
  return null;
end $$;
create trigger lead_destination_changes_open before insert on lead_destination_changes
  for each row when (new.destination is null) execute function skip_row();
