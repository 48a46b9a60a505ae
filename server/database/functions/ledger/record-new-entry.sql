-- Entries are written one at a time. A trigger for each row needs no table of the new rows and no grouping.
create or replace function record_new_entry() returns trigger language plpgsql as $$
begin
  if new.method <> 'Online' then
    insert into transaction_changes (day, method, status, n, amount_paise, earned_paise, buyer_id, ids)
      values (transaction_day(new.created_at), new.method, new.status, 1, new.amount_paise,
        entry_earns(new.method, new.amount_paise),
        case when new.method in ('lead_wallet', 'cash') then new.user_id end, array[new.id]);
  end if;
  if new.method <> 'lead_wallet' then
    insert into lead_events (kind, subject_id) values ('account', new.user_id);
  end if;
  return null;
end $$;

create or replace trigger journal_entries_recorded after insert on journal_entries for each row execute function record_new_entry();
