create or replace function keep_terms_of_checks() returns trigger language plpgsql as $$
declare
  v return_policies;
begin
  select * into v from return_policies order by version desc limit 1;
  new.same_contact_approves := coalesce(new.same_contact_approves, v.same_contact_approves);
  new.sold_before_approves := coalesce(new.sold_before_approves, v.sold_before_approves);
  new.withdrawn_approves := coalesce(new.withdrawn_approves, v.withdrawn_approves);
  new.traveller_approves := coalesce(new.traveller_approves, v.traveller_approves);
  new.max_return_percent := coalesce(new.max_return_percent, v.max_return_percent);
  new.rate_purchases := coalesce(new.rate_purchases, v.rate_purchases);
  return new;
end $$;

create or replace trigger return_policies_keep_terms before insert on return_policies
  for each row execute function keep_terms_of_checks();
