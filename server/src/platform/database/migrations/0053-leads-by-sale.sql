-- Finds the leads that were sold in a period, with the time that each took, without reading the table. Sales are
-- in order of time, so that a sale writes to the end of the index.
create index leads_sold_at on leads (sold_at) include (created_at) where status = 'sold';
