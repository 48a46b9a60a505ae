-- The version of a KYC increases with each change of what an admin reads before a decision (docs/decisions/0025-files-and-kyc.md).
-- As a trigger, because the previous release changes names too while both run.
create or replace function count_kyc_version() returns trigger language plpgsql as $function$
begin
  new.kyc_version := old.kyc_version + 1;
  return new;
end $function$;

-- Runs after users_kyc_update (triggers run in order of their names), so it sees the status which that one sets.
create or replace trigger users_kyc_version before update on users
  for each row when (
    (old.kyc_file, old.kyc_status, old.name, old.company_name, old.gstin) is distinct from
      (new.kyc_file, new.kyc_status, new.name, new.company_name, new.gstin)
  ) execute function count_kyc_version();
