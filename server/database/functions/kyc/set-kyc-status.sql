-- A new document is submitted, a deleted one takes an open or rejected KYC back to none. As a trigger, because the
-- previous release stores and deletes documents too while both run.
create or replace function set_kyc_status() returns trigger language plpgsql as $function$
begin
  if new.kyc_file is not null then
    new.kyc_status := 'submitted';
    new.kyc_version := new.kyc_version + 1;
    new.kyc_submitted_at := case when tg_op = 'INSERT' then new.created_at else clock_timestamp() end;
  elsif new.kyc_status in ('submitted', 'rejected') then
    new.kyc_status := 'none';
    new.kyc_submitted_at := null;
  else
    return new;
  end if;
  new.kyc_decided_at := null;
  new.kyc_decided_by := null;
  new.kyc_reason_code := null;
  new.kyc_reason_text := null;
  return new;
end $function$;

create or replace trigger users_kyc_insert before insert on users
  for each row when (new.kyc_file is not null) execute function set_kyc_status();

create or replace trigger users_kyc_update before update on users
  for each row when (old.kyc_file is distinct from new.kyc_file) execute function set_kyc_status();
