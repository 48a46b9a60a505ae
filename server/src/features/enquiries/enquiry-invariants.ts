/** Invariants of enquiries and of travellers' stored data. Each query returns the rows that violate its invariant. */
export const enquiryInvariants: Record<string, string> = {
  'each converted enquiry has one lead with its consent, every other enquiry has none': `
    select e.id, e.status, o.lead_id from enquiries e left join lead_origins o on o.enquiry_id = e.id
    where (o.lead_id is not null) <> (e.status = 'converted'
        or e.status = 'withdrawn' and e.decided_at is not null)
      or o.consent_text <> e.consent_text or o.consent_at <> e.consent_at`,
  'no lead of a withdrawn or erased enquiry is for sale': `
    select l.id, e.status, e.erased_at from leads l join lead_origins o on o.lead_id = l.id
    join enquiries e on e.id = o.enquiry_id
    where l.status = 'buy' and l.deleted_at is null
      and (e.status = 'withdrawn' or e.erased_at is not null)`,
  'the verified contacts of a lead are those of its enquiry': `
    select l.id, l.email_verified_at, l.phone_verified_at from leads l
    left join lead_origins o on o.lead_id = l.id left join enquiries e on e.id = o.enquiry_id
    where e.erased_at is null and (
      l.email_verified_at is not null and (e.email = l.email and e.email_verified_at is not null) is not true
      or l.phone_verified_at is not null and (e.phone = l.phone and e.phone_verified_at is not null) is not true)`,
  'a contact that is not known is not verified': `
    select id from enquiries where email_verified_at is not null and email is null
      or phone_verified_at is not null and phone = ''
    union all select id from leads where email_verified_at is not null and coalesce(email, '') = ''
      or phone_verified_at is not null and phone = ''`,
  'erased rows are empty, and the audit log has no personal data of them': `
    select l.id, l.name from leads l where l.deleted_cause = 'erased'
      and (l.name <> 'Erased' or l.phone <> '' or l.email <> '' or l.city <> '')
    union all select e.id, 'in the audit log' from enquiries e
      join audit_personal_data a on a.subject_id = e.id where e.erased_at is not null
    union all select e.id, 'has a link' from enquiries e
      join enquiry_links k on k.enquiry_id = e.id where e.erased_at is not null`,
  'personal data of travellers is in audit_personal_data only': `
    select id, action from audit_log where subject_type in ('lead', 'enquiry', 'contact-message')
      and (before ?| array['name', 'phone', 'email', 'city', 'message', 'travelDate', 'travel_date']
        or after ?| array['name', 'phone', 'email', 'city', 'message', 'travelDate', 'travel_date'])`,
}
