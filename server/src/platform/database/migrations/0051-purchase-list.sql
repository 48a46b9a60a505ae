-- The paged list of purchases and its figures (docs/decisions/0047-purchased-leads.md).

-- The figures of an agent with 10,000 purchases are read from the new index alone. It replaces `purchases_user`, so that a
-- purchase writes as many indexes as before. `drop index` is first, because it takes the strongest lock on purchases: taken
-- later, it would deadlock with a purchase that waits for this migration.
drop index purchases_user;
create index purchases_user_figures on purchases (user_id, created_at desc, id desc)
  include (cost_paise, paid_with, replacement_status);

alter table lead_preferences add column purchase_layout text not null default 'cards'
  check (purchase_layout in ('cards', 'list'));
