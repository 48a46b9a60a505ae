-- The quote that a template was made of: an erasure of its traveller deletes the template (docs/decisions/0076-quotes.md).

alter table quote_templates add column quote_id uuid references quotes (id) on delete set null;
create index quote_templates_quote on quote_templates (quote_id);
