-- GST tax invoices of captured payments, credit notes of what was sent back, and what an invoice
-- says of its buyer.

-- A GSTIN begins with the state it is registered in; without one the state can be told.
alter table users add column gstin text
  check (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$');
alter table users add column billing_state text check (billing_state ~ '^[0-9]{2}$');
alter table users add column billing_address text check (length(billing_address) <= 300);
alter table users add constraint users_gstin_state
  check (gstin is null or billing_state is not distinct from left(gstin, 2));

-- The year that a financial year begins in: 1 April to 31 March as the clocks of India show it,
-- whatever zone the session or the server is in.
create function financial_year(at timestamptz) returns integer
  language sql immutable parallel safe
  return extract(year from (at at time zone 'Asia/Kolkata') - interval '3 months')::integer;

-- The last number given out in each series of each financial year. Its row is the last lock that a
-- transaction takes: whoever numbers next waits for the commit, or gets the number that a rollback
-- has taken back. That is what keeps a series without a gap, which no sequence does.
create table invoice_serials (
  series text not null check (series in ('RA', 'CN', 'TRA', 'TCN')),
  financial_year integer not null,
  last_number integer not null check (last_number > 0),
  -- A later number never has an earlier time, however its transactions waited for each other.
  last_issued_at timestamptz not null,
  primary key (series, financial_year)
);

-- Seller and buyer stand here as they were when it was issued. Amounts are integer paise.
create table invoices (
  id uuid primary key,
  kind text not null check (kind in ('invoice', 'credit_note')),
  series text not null,
  financial_year integer not null,
  serial integer not null,
  -- RA/26-27/000123: the tax's rules allow 16 characters.
  number text not null unique check (length(number) <= 16),
  payment_id uuid not null references payments (id),
  user_id uuid not null references users (id),
  -- Of a credit note: what it takes back.
  invoice_id uuid unique references invoices (id),
  -- Paid at the sandbox: no money moved, and its numbers are a series of their own.
  is_test boolean not null,
  gateway_payment_id text not null,
  seller_name text not null,
  seller_address text not null,
  seller_gstin text not null,
  buyer_name text not null,
  buyer_company text not null,
  buyer_address text,
  buyer_city text,
  buyer_email text not null,
  buyer_phone text,
  buyer_gstin text,
  -- Two digits; null: not known.
  buyer_state text,
  place_of_supply text not null check (place_of_supply ~ '^[0-9]{2}$'),
  sac text not null,
  description text not null,
  taxable_paise bigint not null check (taxable_paise >= 0),
  cgst_paise bigint not null check (cgst_paise >= 0),
  sgst_paise bigint not null check (sgst_paise >= 0),
  igst_paise bigint not null check (igst_paise >= 0),
  total_paise bigint not null check (total_paise > 0),
  issued_at timestamptz not null,
  -- What its list is searched by, in lower case, kept beside the row that never changes.
  search_text text not null generated always as (lower(number || ' ' || gateway_payment_id || ' '
    || buyer_name || ' ' || buyer_company || ' ' || coalesce(buyer_gstin, ''))) stored,
  unique (series, financial_year, serial),
  unique (payment_id, kind),
  constraint invoices_parts_add_up
    check (taxable_paise + cgst_paise + sgst_paise + igst_paise = total_paise),
  constraint invoices_halves_equal check (cgst_paise = sgst_paise),
  -- Within the seller's state centre and state share the tax, else it is integrated.
  constraint invoices_one_kind_of_tax check (
    case when place_of_supply = left(seller_gstin, 2) then igst_paise = 0 else cgst_paise = 0 end),
  constraint invoices_credit_note_of_one check ((kind = 'credit_note') = (invoice_id is not null)),
  constraint invoices_series check (
    series = case when is_test then 'T' else '' end
      || case kind when 'invoice' then 'RA' else 'CN' end),
  constraint invoices_year check (financial_year = financial_year(issued_at))
);
create index invoices_newest on invoices (issued_at desc, id desc);
create index invoices_of_user on invoices (user_id, issued_at desc, id desc);
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index invoices_search on invoices using gin (search_text gin_trgm_ops);
  end if;
end $$;

create trigger invoices_append_only before update or delete or truncate on invoices
  for each statement execute function refuse_change();

-- Takes the next number of a series in the financial year of `p_at`, for the transaction that asks.
create function take_invoice_number(p_series text, p_at timestamptz)
returns table (year integer, serial integer, number text, issued_at timestamptz)
language plpgsql as $$
begin
  year := financial_year(p_at);
  insert into invoice_serials as s (series, financial_year, last_number, last_issued_at)
    values (p_series, year, 1, p_at)
    on conflict (series, financial_year) do update
      set last_number = s.last_number + 1, last_issued_at = greatest(s.last_issued_at, p_at)
    returning s.last_number, s.last_issued_at into serial, issued_at;
  number := p_series || '/' || lpad((year % 100)::text, 2, '0') || '-'
    || lpad(((year + 1) % 100)::text, 2, '0') || '/'
    || case when serial < 1000000 then lpad(serial::text, 6, '0') else serial::text end;
  return next;
end $$;
