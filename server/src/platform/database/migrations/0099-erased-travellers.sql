-- A bought lead stays with its buyer when its traveller is erased. From then on no picture is added to its replacement
-- requests (docs/decisions/0070-pictures-of-a-request.md).

-- Null: not erased. Also of a lead that came from no enquiry, and of an enquiry that ended after its withdrawal.
alter table purchases add column traveller_erased_at timestamptz;

update purchases p set traveller_erased_at = e.erased_at
  from lead_origins o join enquiries e on e.id = o.enquiry_id
  where o.lead_id = p.lead_id and e.erased_at is not null;

-- An upload at the moment of an erasure could stay.
delete from request_pictures i using replacement_requests r, purchases p
  where r.id = i.request_id and p.id = r.purchase_id and p.traveller_erased_at is not null;
