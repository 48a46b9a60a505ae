-- Takes an order by the id that the gateway has for it. All that happens to an order, its payments and their refunds happens under
-- this lock, so each transaction sees what the one before has done.
create or replace function lock_order(p_gateway_order_id text) returns setof orders language sql as $$
  select * from orders where gateway_order_id = p_gateway_order_id for update
$$;
