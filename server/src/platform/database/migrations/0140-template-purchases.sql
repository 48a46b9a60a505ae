-- The purchase whose quote a template was made of. A discarded first draft deletes its quote, and an erasure must still find the template
-- (docs/decisions/0076-quotes.md). quote_id stays for processes of the earlier release.

alter table quote_templates add column purchase_id uuid references purchases (id);
update quote_templates t set purchase_id = q.purchase_id from quotes q where q.id = t.quote_id;
create index quote_templates_purchase on quote_templates (purchase_id);

-- Texts of quotes are never in the planner's statistics, as those of notes (0130). No query compares these columns.

alter table quote_versions alter column title set statistics 0;
alter table quote_versions alter column days set statistics 0;
alter table quote_versions alter column inclusions set statistics 0;
alter table quote_versions alter column exclusions set statistics 0;
alter table quote_versions alter column terms set statistics 0;
alter table quote_answers alter column text set statistics 0;
alter table quote_templates alter column name set statistics 0;
alter table quote_templates alter column destination set statistics 0;
alter table quote_templates alter column title set statistics 0;
alter table quote_templates alter column days set statistics 0;
alter table quote_templates alter column inclusions set statistics 0;
alter table quote_templates alter column exclusions set statistics 0;
alter table quote_templates alter column terms set statistics 0;
alter index quote_templates_name alter column 2 set statistics 0;

-- Removes the samples that earlier runs of ANALYZE have stored.
select pg_clear_attribute_stats('public', tablename, attname, false) from pg_stats
where schemaname = 'public' and (
  tablename in ('quote_versions', 'quote_templates')
    and attname in ('name', 'destination', 'title', 'days', 'inclusions', 'exclusions', 'terms')
  or tablename = 'quote_answers' and attname = 'text');
