-- A new document is submitted, a deleted one takes an open or rejected KYC back to none. The version increases with each change
-- of what an admin reads before a decision.
create or replace function follow_kyc() returns trigger language plpgsql as $$
declare
  v_old_file text := case when tg_op = 'UPDATE' then old.kyc_file end;
begin
  new.kyc_version := case when tg_op = 'UPDATE' then old.kyc_version else 0 end + 1;
  if new.kyc_file is not distinct from v_old_file then
    return new;
  end if;
  if new.kyc_file is not null then
    new.kyc_status := 'submitted';
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
end $$;

create or replace trigger users_kyc_insert before insert on users
  for each row when (new.kyc_file is not null) execute function follow_kyc();

create or replace trigger users_kyc_update before update on users
  for each row when ((old.kyc_file, old.kyc_status, old.name, old.company_name, old.gstin)
    is distinct from (new.kyc_file, new.kyc_status, new.name, new.company_name, new.gstin))
  execute function follow_kyc();
