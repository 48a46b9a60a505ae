-- An enquiry is also compared with the leads of the last 90 days.
alter table enquiries add column duplicate_of_lead uuid references leads (id) on delete set null;
comment on column enquiries.duplicate_of_lead is 'A lead, on sale or sold, with the same contact, when the enquiry was sent or corrected. Null also if duplicate_of is set.';
create index enquiries_duplicate_of_lead on enquiries (duplicate_of_lead) where duplicate_of_lead is not null;
