-- When an alert for a match at p_at is sent: at once, at the next full hour, or at nine in India; after the quiet hours.
create or replace function alert_due_at(p_frequency text, p_at timestamptz, p_quiet_from smallint, p_quiet_to smallint)
returns timestamptz language sql immutable as $$
  select case
      when p_quiet_from is null or not (case when p_quiet_from < p_quiet_to then minute >= p_quiet_from and minute < p_quiet_to
        else minute >= p_quiet_from or minute < p_quiet_to end) then due
      else date_trunc('day', due) + make_interval(mins => p_quiet_to)
        + case when p_quiet_from > p_quiet_to and minute >= p_quiet_from then interval '1 day' else interval '0' end
    end at time zone 'Asia/Kolkata'
  from (select due, extract(hour from due) * 60 + extract(minute from due) as minute
    from (select case p_frequency
        when 'at-once' then local
        when 'hourly' then date_trunc('hour', local) + interval '1 hour'
        else date_trunc('day', local - interval '9 hours') + interval '33 hours'
      end as due from (select p_at at time zone 'Asia/Kolkata' as local) clock) planned) timed
$$;
