-- Takes an order by the gateway's id of it. Whatever happens to an order, its payments and their refunds happens under
-- this lock: whoever gets it sees all that the one before has done.
create or replace function lock_order(p_gateway_order_id text) returns setof orders language sql as $$
  select * from orders where gateway_order_id = p_gateway_order_id for update
$$;
