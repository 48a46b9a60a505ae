create or replace function audit_block_size() returns bigint language sql immutable as $$ select 1000::bigint $$;
