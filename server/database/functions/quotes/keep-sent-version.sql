-- A version that was sent is kept as it was sent. Only its state, the time of its mail and an erasure are written later.
create or replace function keep_sent_version() returns trigger
 language plpgsql
as $$
declare
  v_free text[] := array['status', 'ended_at', 'mailed_at'];
begin
  if old.status = 'draft' then
    if tg_op = 'UPDATE' and new.status not in ('draft', 'sent') then
      raise exception 'a draft can only be sent';
    end if;
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'version % of quote % was sent and is kept', old.number, old.quote_id;
  end if;
  if old.erased_at is null and new.erased_at is not null then
    v_free := v_free || array['title', 'days', 'inclusions', 'exclusions', 'terms', 'erased_at'];
  end if;
  if to_jsonb(new) - v_free <> to_jsonb(old) - v_free
    or (new.status <> old.status and (old.status <> 'sent' or new.status not in ('replaced', 'withdrawn')))
    or (new.mailed_at is distinct from old.mailed_at and old.mailed_at is not null) then
    raise exception 'version % of quote % was sent and cannot change', old.number, old.quote_id;
  end if;
  return new;
end $$;

create or replace trigger keep_sent_version before update or delete on quote_versions
  for each row execute function keep_sent_version();
