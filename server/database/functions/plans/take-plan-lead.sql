-- Takes a lead off the plan of the user that covers this type of lead and ends first. Returns the plan with the instant at which the
-- lead was taken; null: no plan has a lead for it, and nothing is locked. Locks the plan; the caller has locked the agency and
-- checked that it is active.
create or replace function take_plan_lead(p_user_id uuid, p_lead_type text) returns jsonb
language plpgsql as $$
declare
  taken subscriptions;
  taken_at timestamptz;
begin
  -- Read again after each wait: if the last lead of a plan is taken meanwhile, the next plan is tried.
  while exists (
    select from subscriptions s
    where s.user_id = p_user_id and s.ends_at > now() and s.ends_at > clock_timestamp()
      and s.leads_used < s.lead_quota and s.type in (p_lead_type, 'both')
  ) loop
    -- The state after the wait counts.
    select s.* into taken from subscriptions s
      where s.user_id = p_user_id and s.ends_at > now() and s.ends_at > clock_timestamp()
        and s.leads_used < s.lead_quota and s.type in (p_lead_type, 'both')
      order by s.ends_at, s.id limit 1 for update;
    taken_at := clock_timestamp();
    if taken.id is not null and taken_at < taken.ends_at then
      update subscriptions set leads_used = leads_used + 1 where id = taken.id
        returning * into taken;
      return to_jsonb(taken) || jsonb_build_object('taken_at', taken_at,
        'is_active', not taken.is_used_up,
        'days_left', ceil(extract(epoch from taken.ends_at - taken_at) / 86400)::integer);
    end if;
  end loop;
  return null;
end $$;
