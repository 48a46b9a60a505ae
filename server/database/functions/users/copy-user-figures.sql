create or replace function copy_user_figures() returns trigger language plpgsql as $$
begin
  update user_figures set created_at = new.created_at, status = new.status, kyc_status = new.kyc_status
    where user_id = new.id;
  return null;
end $$;

create or replace trigger users_figures_update after update on users for each row
  when ((old.created_at, old.status, old.kyc_status) is distinct from (new.created_at, new.status, new.kyc_status))
  execute function copy_user_figures();
