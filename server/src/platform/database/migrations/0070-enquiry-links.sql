-- Further links of enquiries (docs/decisions/0058-who-bought-an-enquiry.md). Only the hash of a link's secret is stored,
-- so a mail that repeats the link of an enquiry needs a new secret. Earlier links stay valid.
create table enquiry_links (
  token_hash bytea primary key,
  enquiry_id uuid not null references enquiries (id),
  created_at timestamptz not null default clock_timestamp()
);
create index enquiry_links_enquiry on enquiry_links (enquiry_id);
