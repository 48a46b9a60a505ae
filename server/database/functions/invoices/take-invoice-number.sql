-- Takes the next number of a series in the financial year of `p_at` for the calling transaction.
create or replace function take_invoice_number(p_series text, p_at timestamptz)
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
