-- The reason of a rejection as a code beside the admin's text. Null: not rejected, or from before there were codes.

alter table replacement_requests
  add column rejection_code text check (rejection_code in ('contact-works', 'still-planning', 'already-talked', 'more-tries',
    'details-right', 'not-duplicate', 'no-proof', 'not-covered', 'other')),
  add constraint replacement_requests_rejection_code check (rejection_code is null or status = 'rejected');
