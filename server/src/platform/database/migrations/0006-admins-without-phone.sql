-- The first admin is made from an email and a password alone. An agent always has a phone number.

alter table users alter column phone drop not null;
alter table users add constraint users_agent_has_phone check (role = 'admin' or phone is not null);
