-- The pipeline of an agent: what becomes of each bought lead (docs/decisions/0074-pipeline.md).

-- A purchase without a row is in the stage 'new' since the purchase: a sale writes nothing here.
create table pipeline_cards (
  purchase_id uuid primary key references purchases (id),
  -- The buyer.
  user_id uuid not null references users (id),
  stage text not null default 'new' check (stage in ('new', 'contacted', 'quoted', 'won', 'lost')),
  stage_since timestamptz not null,
  -- The next follow-up, in India. Lost trips, returned leads and travellers who withdrew have none.
  follow_up_on date,
  follow_up_minute smallint check (follow_up_minute between 0 and 1439),
  -- When a mail reminds of it: 8:00 in India on that day. Null: no mail will, or one did.
  remind_at timestamptz,
  won_paise bigint check (won_paise between 0 and 10000000000),
  lost_reason text check (
    lost_reason in ('not-reached', 'too-expensive', 'booked-elsewhere', 'plans-changed', 'not-serious', 'other')
  ),
  lost_text text check (lost_text <> ''),
  -- Changes with the stage and the follow-up.
  version integer not null default 0,
  check (follow_up_on is not null or (follow_up_minute is null and remind_at is null)),
  check (stage <> 'lost' or follow_up_on is null),
  check (stage = 'won' or won_paise is null),
  check ((stage = 'lost') = (lost_reason is not null)),
  check (stage = 'lost' or lost_text is null)
);
create index pipeline_cards_user on pipeline_cards (user_id, stage);
create index pipeline_cards_follow_up on pipeline_cards (user_id, follow_up_on) where follow_up_on is not null;
create index pipeline_cards_remind on pipeline_cards (remind_at, user_id) where remind_at is not null;

create table pipeline_moves (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  from_stage text not null check (from_stage in ('new', 'contacted', 'quoted', 'won', 'lost')),
  to_stage text not null check (to_stage in ('new', 'contacted', 'quoted', 'won', 'lost')),
  cause text not null check (cause in ('agent', 'outcome', 'quote', 'undo')),
  by_user_id uuid not null references users (id),
  moved_at timestamptz not null default clock_timestamp(),
  -- The move that this one undoes.
  undoes uuid unique references pipeline_moves (id),
  -- What an undo restores.
  from_since timestamptz not null,
  from_follow_up_on date,
  from_follow_up_minute smallint,
  from_won_paise bigint,
  from_lost_reason text,
  from_lost_text text,
  check ((cause = 'undo') = (undoes is not null))
);
create index pipeline_moves_purchase on pipeline_moves (purchase_id, moved_at desc, id desc);

create table purchase_notes (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  by_user_id uuid not null references users (id),
  text text not null check (text <> '' and length(text) <= 2000),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz
);
create index purchase_notes_purchase on purchase_notes (purchase_id, created_at desc);

-- Taps on call, WhatsApp and email, with what came of them. The browser chooses the ID.
create table contact_attempts (
  id uuid primary key,
  purchase_id uuid not null references purchases (id),
  by_user_id uuid not null references users (id),
  channel text not null check (channel in ('call', 'whatsapp', 'email')),
  tapped_at timestamptz not null default clock_timestamp(),
  outcome text check (outcome in ('no-answer', 'wrong-number', 'talked', 'call-later')),
  outcome_at timestamptz,
  call_later_on date,
  check ((outcome is null) = (outcome_at is null)),
  check (call_later_on is null or outcome = 'call-later')
);
create index contact_attempts_purchase on contact_attempts (purchase_id, tapped_at desc);

create table pipeline_settings (
  user_id uuid primary key references users (id),
  mail_reminders boolean not null default true,
  -- The day in India of the last mail: there is one a day at most.
  reminded_on date,
  -- The secret of the link that stops the mails without a login. It has 122 random bits.
  stop_key uuid not null unique default gen_random_uuid()
);

-- Texts of an agent for WhatsApp and email. Without a row the text in the contract applies.
create table message_templates (
  user_id uuid not null references users (id),
  channel text not null check (channel in ('whatsapp', 'email')),
  subject text,
  text text not null check (text <> ''),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (user_id, channel),
  check ((channel = 'email') = (subject is not null))
);

-- A change of a card; its subject is the lead. Only the buyer receives it.
alter table lead_events drop constraint lead_events_kind_check;
alter table lead_events add constraint lead_events_kind_check check (
  kind in ('new', 'changed', 'sold', 'prices', 'account', 'access', 'session', 'everything', 'pipeline')
);

-- A decision on a replacement request changes the card, and an approved one ends its follow-up. A sale does not fire this.
create function follow_replacement_status() returns trigger language plpgsql as $$
begin
  if new.replacement_status = 'approved' then
    update pipeline_cards set follow_up_on = null, follow_up_minute = null, remind_at = null, version = version + 1
      where purchase_id = new.id and follow_up_on is not null;
  end if;
  insert into lead_events (kind, subject_id) values ('pipeline', new.lead_id);
  return null;
end $$;
create trigger purchases_pipeline after update of replacement_status on purchases
  for each row when (old.replacement_status <> new.replacement_status)
  execute function follow_replacement_status();
