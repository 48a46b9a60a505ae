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
    where (l.phone = own.phone and own.phone <> '' or lower(l.email) = own.email and own.email <> '')
      -- A returned trip that its traveller offered again does not speak against its next sale.
      and not exists (select from lead_origins o join enquiries q on q.renews = o.enquiry_id where o.lead_id = l.id)
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
