-- A purchase is one statement in the transaction that also queues its mails.
drop function buy_leads_of_callers(jsonb), buy_leads(jsonb);
drop table queued_receipts, receipt_cursor;
