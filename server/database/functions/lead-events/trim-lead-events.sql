-- Removes the events that a snapshot of at least ten minutes ago sees, and takes the next snapshot. Rows of another server,
-- as in a restored dump, are ahead of it.
create or replace function trim_lead_events() returns void language plpgsql as $$
declare
  horizon record;
begin
  delete from lead_events where xid >= pg_snapshot_xmax(pg_current_snapshot());
  delete from lead_event_marks where pg_snapshot_xmax(snapshot) > pg_snapshot_xmax(pg_current_snapshot());
  select * into horizon from lead_event_marks
    where created_at < clock_timestamp() - interval '10 minutes' order by created_at desc limit 1;
  if found then
    delete from lead_events
      where xid < pg_snapshot_xmax(horizon.snapshot) and pg_visible_in_snapshot(xid, horizon.snapshot);
    delete from lead_event_marks where created_at < horizon.created_at;
  end if;
  insert into lead_event_marks (snapshot) values (pg_current_snapshot());
end $$;
