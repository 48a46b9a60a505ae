-- Messages of the contact form.

create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- The field that people do not see was filled in, as in an enquiry.
  suspected boolean not null default false,
  -- When an admin marked it as answered, and who.
  answered_at timestamptz,
  answered_by uuid references users (id),
  check ((answered_at is null) = (answered_by is null))
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);
create index contact_messages_open on contact_messages (created_at)
  where answered_at is null and not suspected;
create index contact_messages_suspected on contact_messages (created_at)
  where answered_at is null and suspected;
create index contact_messages_email on contact_messages (lower(email));
