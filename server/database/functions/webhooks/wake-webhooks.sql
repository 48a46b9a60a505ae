-- Queues a job that sends the deliveries that are due after `p_seconds`.
create or replace function wake_webhooks(p_seconds double precision default 0) returns void language sql as $$
  insert into pgboss.job (name, data, retry_limit, retry_delay, expire_seconds, deletion_seconds, start_after)
    values ('webhooks', '{}', 3, 5, 120, 3600, clock_timestamp() + make_interval(secs => p_seconds))
$$;
