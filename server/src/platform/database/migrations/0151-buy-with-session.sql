-- A purchase can find its buyer by the token of the request, in its own statement (decision 86).

-- The one place that decides which access tokens are valid.
create function live_callers(p_token_hashes bytea[], p_needs_two_factor boolean)
returns table(token_hash bytea, session_id uuid, user_id uuid, role text, lacks_two_factor boolean)
language sql stable as $$
  select t.token_hash, s.id, u.id, u.role, p_needs_two_factor and u.role = 'admin' and s.two_factor_at is null
  from session_tokens t
  join sessions s on s.id = t.session_id
  join users u on u.id = s.user_id
  where t.token_hash = any(p_token_hashes) and t.kind = 'access' and t.expires_at > now()
    and s.ended_at is null and u.status = 'active'
$$;

-- Makes each purchase of a batch in a subtransaction. A purchase names its buyer by user_id, or by the hash of an access token.
-- The user_id of an answer is null if the token is not that of an agent; nothing was bought then. The previous release calls
-- buy_leads.
create function buy_leads_of_callers(p_purchases jsonb)
returns table(turn integer, user_id uuid, refusal_state text, refusal text, purchase_id uuid, cost_paise bigint,
  paid_with text, wallet_paise bigint, subscription jsonb, phone text, email text, replayed boolean)
language plpgsql set lock_timeout to '50ms' as $$
#variable_conflict use_column
declare
  p record;
begin
  for p in
    -- Those who share wallets take them in the same order, and seldom have to give up.
    select g.*, coalesce(g.user_id, c.user_id) as buyer_id
    from jsonb_to_recordset(p_purchases) as g (
      turn integer, purchase_id uuid, entry_id uuid, user_id uuid, token_hash text, lead_id uuid,
      expected_cost_paise bigint, pay_with text, key text, request_hash text, request_id text, ip text
    )
    left join live_callers(array(select decode(h ->> 'token_hash', 'hex') from jsonb_array_elements(p_purchases) h), false) c
      on c.token_hash = decode(g.token_hash, 'hex') and c.role = 'user'
    order by buyer_id, g.turn
  loop
    if p.buyer_id is null then
      turn := p.turn;
      return next;
    else
      begin
        return query select p.turn, p.buyer_id, null::text, null::text, b.* from buy_lead(
          p.purchase_id, p.entry_id, p.buyer_id, p.lead_id, p.expected_cost_paise, p.pay_with,
          p.key, decode(p.request_hash, 'hex'), p.request_id, p.ip) b;
      exception when others then
        turn := p.turn;
        user_id := p.buyer_id;
        refusal_state := sqlstate;
        refusal := sqlerrm;
        return next;
        -- The variables are those of the next answer too.
        user_id := null;
        refusal_state := null;
        refusal := null;
      end;
    end if;
  end loop;
end $$;
