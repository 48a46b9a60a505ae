/** Tables whose rows are only added. The database refuses updates, deletions and truncations with a trigger. */
export const appendOnlyTables = [
  'ageing_rules',
  'ageing_steps',
  'audit_log',
  'automatic_buying_limits',
  'automatic_purchases',
  'contact_views',
  'invoices',
  'journal_entries',
  'postings',
  'recharge_corrections',
  'recharge_details',
  'return_policies',
  'sealed_days',
]

/** BEFORE, for each statement, of UPDATE, DELETE and TRUNCATE: bits of `pg_trigger.tgtype`. */
const beforeEachChange = 2 + 8 + 16 + 32

const refuseChange = `begin raise exception '% is append-only: % refused', tg_table_name, tg_op; end`

/** Invariants of the triggers that protect rows. Each query returns the triggers or tables that violate its invariant. */
export const guardInvariants = {
  'each append-only table has the trigger that refuses changes': `
    select t.name from unnest(array['${appendOnlyTables.join("', '")}']) t (name) where not exists (
      select from pg_trigger g join pg_proc f on f.oid = g.tgfoid
      where g.tgrelid = to_regclass('public.' || t.name) and g.tgenabled in ('O', 'A') and g.tgtype = ${beforeEachChange}
        and g.tgqual is null and f.proname = 'refuse_change'
        and btrim(regexp_replace(f.prosrc, '\\s+', ' ', 'g'), ' ;') = '${refuseChange.replaceAll("'", "''")}')`,
  'no trigger of a table is switched off': `
    select g.tgname as name, c.relname as "table" from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where c.relnamespace = 'public'::regnamespace and not g.tgisinternal and g.tgenabled not in ('O', 'A')`,
}
