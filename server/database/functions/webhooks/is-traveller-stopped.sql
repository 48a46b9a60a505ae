-- Whether the traveller of a lead, or of an enquiry, withdrew or was erased. A lead without an enquiry may be erased too: an
-- unsold one loses its phone number, and a bought one stays with its buyer.
create or replace function is_traveller_stopped(p_lead_id uuid, p_enquiry_id uuid default null)
returns boolean language sql stable as $$
  select exists (
    select from enquiries where id = p_enquiry_id and (status = 'withdrawn' or erased_at is not null))
  or exists (
    select from lead_origins o join enquiries e on e.id = o.enquiry_id
    where o.lead_id = p_lead_id and (e.status = 'withdrawn' or e.erased_at is not null))
  or exists (select from purchases where lead_id = p_lead_id and traveller_erased_at is not null)
  or exists (select from leads where id = p_lead_id and phone = '')
$$;
