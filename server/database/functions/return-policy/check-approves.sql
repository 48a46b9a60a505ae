-- Whether a check with this result approves under the policy.
create or replace function check_approves(v return_policies, p_check_code text, p_found text) returns boolean
 language sql
 immutable
as $$
  select p_found is not null and case p_check_code when 'same-contact' then v.same_contact_approves
    when 'sold-before' then v.sold_before_approves when 'withdrawn' then v.withdrawn_approves else false end
$$;
