-- The check 'withdrawn' also finds the erasure of a traveller whose lead has no enquiry, because an admin entered it.

create or replace function find_return_evidence(p purchases, p_at timestamp with time zone)
 returns table(check_code text, found text, other_lead_id uuid, happened_at timestamp with time zone)
 language sql stable as $$
  with own as (
    select phone, lower(email) as email from leads where id = p.lead_id
  ), same as (
    select l.id, b.user_id, coalesce(b.created_at, l.sold_at) as sold_at,
      case when l.phone = own.phone and lower(l.email) = own.email and own.email <> '' then 'phone-and-email'
        when l.phone = own.phone then 'phone' else 'email' end as matched
    from own, lateral (
      select leads_of_contact(own.phone, p.lead_id) as id union select leads_of_contact(own.email, p.lead_id)
    ) candidates join leads l on l.id = candidates.id and l.status = 'sold'
    left join purchases b on b.lead_id = l.id
    where l.phone = own.phone and own.phone <> '' or lower(l.email) = own.email and own.email <> ''
  ), before as (
    select * from same where sold_at < p.created_at
  ), stopped as (
    select found, at from (
      select case when q.withdrawn_at is not null then 'withdrawn' else 'erased' end as found,
        coalesce(q.withdrawn_at, q.erased_at) as at
      from lead_origins o join enquiries q on q.id = o.enquiry_id where o.lead_id = p.lead_id
      union all
      select 'erased', p.traveller_erased_at
    ) stops
    where at <= least(p.created_at + interval '24 hours', p_at)
    order by at limit 1
  )
  (select 'same-contact', b.matched, b.id, b.sold_at
    from (values (1)) one left join (
      select * from before where user_id = p.user_id and sold_at >= p.created_at - interval '90 days'
      order by sold_at desc limit 1) b on true)
  union all
  (select 'sold-before', b.matched, b.id, b.sold_at
    from (values (1)) one left join (
      select * from before where sold_at >= p.created_at - interval '30 days'
      order by sold_at desc limit 1) b on true)
  union all
  (select 'withdrawn', s.found, null::uuid, s.at from (values (1)) one left join stopped s on true)
$$;

-- Reads the check again for the pending request of a purchase whose traveller has withdrawn or is erased.
create function redo_withdrawn_check_of(p purchases) returns void language sql as $$
  update replacement_checks c set found = e.found, happened_at = e.happened_at
    from replacement_requests r, find_return_evidence(p, clock_timestamp()) e
    where r.purchase_id = p.id and r.status = 'pending' and c.request_id = r.id
      and c.check_code = 'withdrawn' and e.check_code = 'withdrawn'
$$;

create or replace function redo_withdrawn_check() returns trigger language plpgsql as $$
declare
  p purchases;
begin
  for p in select b.* from lead_origins o join purchases b on b.lead_id = o.lead_id
    where o.enquiry_id = new.id and b.created_at > clock_timestamp() - interval '24 hours' for update of b
  loop
    perform redo_withdrawn_check_of(p);
  end loop;
  return null;
end $$;

create function redo_check_of_erased() returns trigger language plpgsql as $$
begin
  perform redo_withdrawn_check_of(new);
  return null;
end $$;

create trigger purchases_traveller_erased after update of traveller_erased_at on purchases for each row
  when (old.traveller_erased_at is null and new.traveller_erased_at is not null
    and new.created_at > new.traveller_erased_at - interval '24 hours')
  execute function redo_check_of_erased();
