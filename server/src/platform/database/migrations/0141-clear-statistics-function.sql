-- 0137 made it for 0140. PostgreSQL's own function is in another schema.
drop function if exists public.pg_clear_attribute_stats(text, name, name, boolean);
