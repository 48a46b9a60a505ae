-- A card of the pipeline shows the state of its quote, so each change of it is an event of the card.
create or replace function follow_quote() returns trigger language plpgsql as $$
begin
  insert into lead_events (kind, subject_id)
    select 'pipeline', p.lead_id from quotes q join purchases p on p.id = q.purchase_id
    where q.id = case tg_op when 'DELETE' then old.quote_id else new.quote_id end;
  return null;
end $$;

create or replace trigger quote_answers_event after insert on quote_answers for each row execute function follow_quote();

create or replace trigger quote_versions_event after insert or update of status or delete on quote_versions
  for each row execute function follow_quote();

create or replace trigger quote_views_event after insert on quote_views for each row execute function follow_quote();
