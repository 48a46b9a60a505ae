-- Reports of travellers that no agent has called, and who has seen a contact
-- (docs/decisions/0059-what-a-traveller-can-ask.md).
create table call_reports (
  -- One report per purchase.
  purchase_id uuid primary key references purchases (id),
  enquiry_id uuid not null unique references enquiries (id),
  status text not null default 'open' check (status in ('open', 'answered')),
  reported_at timestamptz not null default clock_timestamp(),
  answer text check (answer in ('called-no-answer', 'will-call-today')),
  answered_at timestamptz,
  check ((status = 'answered') = (answer is not null)),
  check ((status = 'answered') = (answered_at is not null))
);
create index call_reports_open on call_reports (reported_at) where status = 'open';

-- Who has seen the contact of an enquiry or of its lead, except by buying it: one row per person, kind and day in India.
create table contact_views (
  enquiry_id uuid not null references enquiries (id),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('opened', 'exported')),
  day date not null default day_in_india(clock_timestamp()),
  viewed_at timestamptz not null default clock_timestamp(),
  primary key (enquiry_id, user_id, kind, day)
);
create trigger contact_views_append_only before update or delete or truncate on contact_views
  for each statement execute function refuse_change();
