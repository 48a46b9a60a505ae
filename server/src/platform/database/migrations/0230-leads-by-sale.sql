-- Deleted leads count in no figure of sales.
drop index leads_sold_at;
create index leads_sold_at on leads (sold_at) include (created_at) where status = 'sold' and deleted_at is null;
