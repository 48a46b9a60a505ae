-- Before PostgreSQL 18 there is no pg_clear_attribute_stats, which 0140 calls. There, this function does the same: a change of a
-- column's type, even to the same type, removes its statistics. 0141 removes the function.

do $$
begin
  if current_setting('server_version_num')::int < 180000 then
    create function pg_clear_attribute_stats(schema_name text, table_name name, column_name name, is_inherited boolean)
    returns void language plpgsql as $body$
    begin
      execute format('alter table %I.%I alter column %I type %s', schema_name, table_name, column_name, (
        select format_type(a.atttypid, a.atttypmod) from pg_attribute a
        where a.attrelid = format('%I.%I', schema_name, table_name)::regclass and a.attname = column_name));
    end $body$;
  end if;
end $$;
