-- The paged list of purchases and its figures (docs/decisions/0047-purchased-leads.md).

-- The figures of an agent with 10,000 purchases are read from this index alone. It replaces `purchases_user`, so that a
-- purchase writes as many indexes as before.
create index purchases_user_figures on purchases (user_id, created_at desc, id desc)
  include (cost_paise, paid_with, replacement_status);
drop index purchases_user;

alter table lead_preferences add column purchase_layout text not null default 'cards'
  check (purchase_layout in ('cards', 'list'));
