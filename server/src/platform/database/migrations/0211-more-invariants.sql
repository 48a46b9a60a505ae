-- What the complete audit compares (docs/decisions/0098-proofs-without-gaps.md): the contact of a bought lead with its digest
-- of the sale, and the time of a purchase with its entry or its sale.

alter table leads add column contact_digest bytea;
comment on column leads.contact_digest is 'Of name, phone and email, set by the sale to an agent: from then on they do not change.';
create function contact_digest(p_name text, p_phone text, p_email text) returns bytea language sql immutable as $$
  select sha256(convert_to(jsonb_build_array(p_name, p_phone, p_email)::text, 'UTF8'))
$$;
update leads set contact_digest = contact_digest(name, phone, email) where sold_cause = 'purchase';

-- A purchase has the time of its entry; one by a plan, and the sale of the lead, have the time at which the plan was used.
update purchases p set created_at = e.created_at from journal_entries e
  where e.id = p.entry_id and e.created_at <> p.created_at;
update leads l set sold_at = p.created_at from purchases p where p.lead_id = l.id and l.sold_at <> p.created_at;

-- Changes three lines of the function.
do $$
declare
  v_before text := pg_get_functiondef('buy_lead'::regproc);
  v_after text := replace(replace(replace(v_before,
    'v_sold_at := clock_timestamp();',
    'v_sold_at := coalesce((v_plan ->> ''taken_at'')::timestamptz, (select created_at from journal_entries where id = p_entry_id));'),
    'sold_at = v_sold_at, updated_at = v_sold_at where',
    'sold_at = v_sold_at, updated_at = v_sold_at, contact_digest = contact_digest(name, phone, email) where'),
    'coalesce((v_plan ->> ''taken_at'')::timestamptz, v_sold_at));',
    'v_sold_at);');
begin
  if v_after not like '%(select created_at from journal_entries%contact_digest(name%v_sold_at);%' then
    raise exception 'buy_lead has another text';
  end if;
  execute v_after;
end $$;
