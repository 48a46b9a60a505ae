-- The other leads with one contact. A contact of more than 50 leads is not that of one
-- traveller (such as an email that admins type when they have none), so it has none.
create or replace function leads_of_contact(p_contact text, p_lead_id uuid) returns setof uuid
 language sql
 stable
 rows 5
as $$
  select unnest(ids) from (
    select array_agg(lead_id) as ids from (
      select lead_id from lead_contacts where contact_hash = contact_hash(p_contact) and lead_id <> p_lead_id limit 51
    ) leads_of_hash
  ) found where p_contact <> '' and cardinality(ids) <= 50
$$;
