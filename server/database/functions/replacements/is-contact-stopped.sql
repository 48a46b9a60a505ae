-- Whether the traveller of a purchase must not be contacted any more: withdrawn, or erased.
create or replace function is_contact_stopped(p purchases) returns boolean language sql stable as $$
  select p.traveller_erased_at is not null or exists (
    select from lead_origins o join enquiries e on e.id = o.enquiry_id
    where o.lead_id = p.lead_id and (e.status = 'withdrawn' or e.erased_at is not null))
$$;
