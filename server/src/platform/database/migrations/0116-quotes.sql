-- Quotes that agents make for bought leads (docs/decisions/0076-quotes.md).

create table quotes (
  id uuid primary key,
  -- A bought lead has one quote, in versions.
  purchase_id uuid not null unique references purchases (id),
  -- The buyer.
  user_id uuid not null references users (id),
  created_at timestamptz not null default clock_timestamp()
);

create table quote_versions (
  quote_id uuid not null references quotes (id) on delete cascade,
  number integer not null check (number >= 1),
  -- contract/src/quote-rules.ts: quoteVersionStates
  status text not null default 'draft' check (status in ('draft', 'sent', 'replaced', 'withdrawn')),
  -- Counts the changes of the draft.
  revision integer not null default 1,
  title text not null default '',
  -- [{"title": …, "text": …}]
  days jsonb not null default '[]' check (jsonb_typeof(days) = 'array'),
  inclusions text not null default '',
  exclusions text not null default '',
  terms text not null default '',
  price_per_person_paise bigint not null default 0 check (price_per_person_paise >= 0),
  persons integer not null default 1 check (persons >= 0),
  gst text not null check (gst in ('included', 'added', 'none')),
  -- The rate in percent under which the amounts were computed; 0 without GST.
  gst_percent smallint not null check (gst_percent >= 0),
  taxable_paise bigint not null default 0 check (taxable_paise >= 0),
  gst_paise bigint not null default 0 check (gst_paise >= 0),
  total_paise bigint not null default 0,
  -- The last day in India on which it is valid.
  valid_until date,
  saved_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  -- When it was replaced or withdrawn.
  ended_at timestamptz,
  mailed_at timestamptz,
  -- The agency when the version was sent.
  agency_company text,
  agency_agent text,
  agency_phone text,
  agency_email text,
  agency_address text,
  agency_gstin text,
  -- Its traveller was erased, and its texts with it.
  erased_at timestamptz,
  primary key (quote_id, number),
  check (total_paise = taxable_paise + gst_paise),
  check ((gst = 'none') = (gst_percent = 0)),
  check (case gst when 'added' then taxable_paise else total_paise end = price_per_person_paise * persons),
  check (gst_paise = case gst when 'none' then 0
    when 'added' then round(taxable_paise * gst_percent / 100.0)
    else round(total_paise * gst_percent / (100.0 + gst_percent)) end),
  check ((status = 'draft') = (sent_at is null)),
  check ((status in ('replaced', 'withdrawn')) = (ended_at is not null)),
  check (status = 'draft' or (valid_until is not null and agency_company is not null
    and agency_agent is not null and agency_email is not null)),
  check (mailed_at is null or status <> 'draft'),
  check (erased_at is null or (title = '' and days = '[]' and inclusions = '' and exclusions = '' and terms = ''))
);
create unique index quote_versions_one_draft on quote_versions (quote_id) where status = 'draft';
create unique index quote_versions_one_sent on quote_versions (quote_id) where status = 'sent';

-- A version that was sent is kept as it was sent. Only its state, the time of its mail and an erasure are written later.
create function keep_sent_version() returns trigger
 language plpgsql
as $$
declare
  v_free text[] := array['status', 'ended_at', 'mailed_at'];
begin
  if old.status = 'draft' then
    if tg_op = 'UPDATE' and new.status not in ('draft', 'sent') then
      raise exception 'a draft can only be sent';
    end if;
    return case tg_op when 'DELETE' then old else new end;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'version % of quote % was sent and is kept', old.number, old.quote_id;
  end if;
  if old.erased_at is null and new.erased_at is not null then
    v_free := v_free || array['title', 'days', 'inclusions', 'exclusions', 'terms', 'erased_at'];
  end if;
  if to_jsonb(new) - v_free <> to_jsonb(old) - v_free
    or (new.status <> old.status and (old.status <> 'sent' or new.status not in ('replaced', 'withdrawn')))
    or (new.mailed_at is distinct from old.mailed_at and old.mailed_at is not null) then
    raise exception 'version % of quote % was sent and cannot change', old.number, old.quote_id;
  end if;
  return new;
end $$;
create trigger keep_sent_version before update or delete on quote_versions
  for each row execute function keep_sent_version();

-- The links of a quote. They show its present version.
create table quote_links (
  -- SHA-256 of the secret.
  token_hash bytea primary key check (length(token_hash) = 32),
  quote_id uuid not null references quotes (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
create index quote_links_quote on quote_links (quote_id);

-- How often a version was opened. Nothing about the device or the address.
create table quote_views (
  quote_id uuid not null,
  number integer not null,
  views integer not null default 1 check (views >= 1),
  first_viewed_at timestamptz not null default clock_timestamp(),
  last_viewed_at timestamptz not null default clock_timestamp(),
  primary key (quote_id, number),
  foreign key (quote_id, number) references quote_versions (quote_id, number) on delete cascade
);

create table quote_answers (
  id uuid primary key,
  quote_id uuid not null,
  number integer not null,
  kind text not null check (kind in ('like', 'question')),
  -- Of a question; null once its traveller was erased.
  text text,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (quote_id, number) references quote_versions (quote_id, number) on delete cascade,
  check (kind = 'question' or text is null)
);
create unique index quote_answers_one_like on quote_answers (quote_id, number) where kind = 'like';
create index quote_answers_quote on quote_answers (quote_id);
