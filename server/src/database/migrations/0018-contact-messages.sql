-- Messages of the contact form.

create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- When an admin marked it as answered, and who.
  answered_at timestamptz,
  answered_by uuid references users (id),
  check ((answered_at is null) = (answered_by is null))
);
create index contact_messages_newest on contact_messages (created_at desc, id desc);
create index contact_messages_open on contact_messages (created_at) where answered_at is null;
create index contact_messages_email on contact_messages (lower(email));
