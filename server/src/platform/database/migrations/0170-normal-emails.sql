-- One mailbox, one writing: emails are stored in the form of `normaliseEmail` (docs/decisions/0094-normal-emails-and-names.md).

-- The normal form of an email with an ASCII domain, the only kind that was stored; other texts as they are.
create function pg_temp.normal_email(p_email text) returns text language sql immutable as $$
  select case when folded ~ '^[!-~]+@[!-~]+$' then folded else p_email end
  from (select lower(btrim(replace(regexp_replace(normalize(p_email, NFKC),
    '[\u00AD\u034F\u061C\u115F\u1160\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]',
    '', 'g'), U&'\3002', '.')) collate "C") as folded) f
$$;

drop index users_email_key;
-- Of several accounts with one mailbox, one gets the normal form. The others keep their writing, and the audit lists them
-- for an admin, who gives them another email.
with ranked as (
  select id, pg_temp.normal_email(email) as normal, row_number() over (
    partition by pg_temp.normal_email(email)
    order by email = pg_temp.normal_email(email) desc, email_confirmed_at is null, created_at, id) as position
  from users
)
update users u set email = r.normal from ranked r where r.id = u.id and r.position = 1 and u.email <> r.normal;
create unique index users_email_key on users (email);

update users set pending_email = pg_temp.normal_email(pending_email)
  where pending_email <> pg_temp.normal_email(pending_email);
update email_confirmations set email = pg_temp.normal_email(email) where email <> pg_temp.normal_email(email);

-- A contact that is only written in another way keeps its marks and links.
alter table enquiries disable trigger enquiries_contact_changed;
alter table leads disable trigger leads_contact_changed;
update enquiries set email = pg_temp.normal_email(email) where email <> pg_temp.normal_email(email);
update leads set email = pg_temp.normal_email(email) where email <> pg_temp.normal_email(email);
alter table enquiries enable trigger enquiries_contact_changed;
alter table leads enable trigger leads_contact_changed;
update contact_messages set email = pg_temp.normal_email(email) where email <> pg_temp.normal_email(email);

drop index enquiries_email, contact_messages_email;
create index enquiries_email on enquiries (email, created_at desc)
  where erased_at is null and email is not null;
create index contact_messages_email on contact_messages (email);
