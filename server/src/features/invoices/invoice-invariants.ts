/**
 * Invariants of invoices and credit notes. Each query returns the rows that violate its invariant. Payments from before
 * orders were stored have no invoice.
 */
export const invoiceInvariants: Record<string, string> = {
  'each captured payment has one invoice of exactly its amount and its entry’s amount that is not replaced': `
    select p.id, p.amount_paise, e.amount_paise as entry_paise, i.total_paise, i.number
    from payments p join orders o on o.id = p.order_id and o.gateway_order_id is not null
    left join journal_entries e on e.id = p.entry_id
    left join invoices i on i.payment_id = p.id and i.kind = 'invoice'
      and not exists (select from invoices n where n.replaces_id = i.id)
    where p.status <> 'failed' and (i.id is null or i.user_id <> p.user_id
      or i.gateway_payment_id <> p.gateway_payment_id
      or i.total_paise <> p.amount_paise or i.total_paise is distinct from e.amount_paise)`,
  'each invoice belongs to a captured payment': `
    select i.id, i.number, p.status from invoices i join payments p on p.id = i.payment_id
    where p.status = 'failed'`,
  'each completed refund of an invoiced payment has one credit note of exactly its amount': `
    select r.id, r.amount_paise, c.total_paise, c.number from refunds r
    join invoices i on i.payment_id = r.payment_id and i.kind = 'invoice'
      and not exists (select from invoices n where n.replaces_id = i.id)
    left join invoices c on c.refund_id = r.id
    where r.status = 'processed' and (c.id is null or c.invoice_id <> i.id
      or c.total_paise <> r.amount_paise)`,
  'each credit note belongs to a completed refund of its payment, or its invoice is replaced': `
    select c.id, c.number from invoices c
    left join refunds r on r.id = c.refund_id and r.payment_id = c.payment_id and r.status = 'processed'
    left join invoices n on n.replaces_id = c.invoice_id and c.refund_id is null
    where c.kind = 'credit_note' and num_nonnulls(r.id, n.id) <> 1`,
  'each invoice that replaces another has its buyer and its total, and a credit note of the other': `
    select n.number, i.number as replaced from invoices n join invoices i on i.id = n.replaces_id
    left join invoices c on c.invoice_id = i.id and c.refund_id is null
    where i.kind <> 'invoice' or c.id is null or c.total_paise <> i.total_paise
      or (n.user_id, n.payment_id, n.is_test, n.seller_gstin, n.sac, n.total_paise)
        is distinct from (i.user_id, i.payment_id, i.is_test, i.seller_gstin, i.sac, i.total_paise)
      or (n.buyer_state, n.buyer_gstin) is not distinct from (i.buyer_state, i.buyer_gstin)`,
  'the credit notes of an invoice have at most its total, and with its total also its tax': `
    select i.number, i.total_paise, sum(c.total_paise) as credited_paise from invoices c
    join invoices i on i.id = c.invoice_id group by i.id
    having sum(c.total_paise) > i.total_paise or sum(c.total_paise) = i.total_paise
      and (sum(c.taxable_paise), sum(c.cgst_paise), sum(c.sgst_paise), sum(c.igst_paise))
        is distinct from (i.taxable_paise::numeric, i.cgst_paise::numeric, i.sgst_paise::numeric, i.igst_paise::numeric)`,
  'each credit note has the parties of its invoice': `
    select c.number, i.number as invoice from invoices c join invoices i on i.id = c.invoice_id
    where i.kind <> 'invoice' or i.payment_id <> c.payment_id
      or (c.user_id, c.is_test, c.seller_name, c.seller_address, c.seller_gstin, c.buyer_name,
        c.buyer_company, c.buyer_address, c.buyer_gstin, c.buyer_state, c.place_of_supply, c.sac)
      is distinct from (i.user_id, i.is_test, i.seller_name, i.seller_address, i.seller_gstin,
        i.buyer_name, i.buyer_company, i.buyer_address, i.buyer_gstin, i.buyer_state,
        i.place_of_supply, i.sac)`,
  // The tax of a credit note is the difference of two rounded amounts.
  'the tax on each invoice is 18 % of its taxable value to within a paisa': `
    select number, taxable_paise, cgst_paise, sgst_paise, igst_paise from invoices
    where abs(cgst_paise * 118 - total_paise * 9) > case kind when 'invoice' then 59 else 118 end and igst_paise = 0
      or abs(igst_paise * 118 - total_paise * 18) > case kind when 'invoice' then 59 else 118 end and cgst_paise = 0`,
  'the numbers of each series and financial year are 1 to n without a gap': `
    select coalesce(s.series, i.series) as series,
      coalesce(s.financial_year, i.financial_year) as year, s.last_number, i.first, i.last, i.n
    from invoice_serials s full join (
      select series, financial_year, min(serial) as first, max(serial) as last, count(*) as n
      from invoices group by series, financial_year
    ) i using (series, financial_year)
    where (i.first, i.last, i.n) is distinct from (1, s.last_number, s.last_number::bigint)`,
  'the numbers of a series follow the order of time': `
    select * from (
      select number, issued_at, lag(issued_at) over
        (partition by series, financial_year order by serial) as issued_before
      from invoices
    ) documents where issued_at < issued_before`,
  'each number is formatted from its series, year and serial': `
    select number, series, financial_year, serial from invoices
    where number <> series || '/' || lpad((financial_year % 100)::text, 2, '0') || '-'
      || lpad(((financial_year + 1) % 100)::text, 2, '0') || '/'
      || lpad(serial::text, greatest(6, length(serial::text)), '0')`,
}
