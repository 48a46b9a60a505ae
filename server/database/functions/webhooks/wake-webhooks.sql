-- Queues a job that sends the deliveries that are due after `p_seconds`. A transaction with many events queues one job for what is
-- due at once. The setting ends with the transaction, and a rollback to a savepoint undoes it with the job.
create or replace function wake_webhooks(p_seconds double precision default 0) returns void language plpgsql as $$
begin
  if p_seconds = 0 then
    if current_setting('raahi.webhooks_woken', true) = 'yes' then
      return;
    end if;
    perform set_config('raahi.webhooks_woken', 'yes', true);
  end if;
  insert into pgboss.job (name, data, retry_limit, retry_delay, expire_seconds, deletion_seconds, start_after)
    values ('webhooks', '{}', 3, 5, 120, 3600, clock_timestamp() + make_interval(secs => p_seconds));
end $$;
