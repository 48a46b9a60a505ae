-- Buys a lead for a rule through buy_lead, with a due match of both and at the expected price. A refusal is a code and changes nothing.
-- Purchases of a rule run one after the other, because each counts those before it on its day.
create or replace function buy_lead_automatically(p_rule_id uuid, p_lead_id uuid, p_expected_cost_paise bigint, p_purchase_id uuid, p_entry_id uuid,
  out refusal text, out paid_with text)
language plpgsql set enable_seqscan = off as $$
#variable_conflict use_column
declare
  r automatic_buying_rules;
  v_bought record;
  v_day date;
begin
  if p_expected_cost_paise is null then
    raise exception 'automatic buying needs an expected price';
  end if;
  -- The lock of a rule comes before those of buy_lead. Foreign keys to the rule do not wait for it.
  select * into r from automatic_buying_rules where id = p_rule_id for no key update;
  begin
    delete from automatic_buying_matches
      where lead_id = p_lead_id and rule_id = p_rule_id and due_at <= clock_timestamp();
    if not found then
      raise exception using errcode = 'RAAHI', message = 'no match';
    end if;
    select * into v_bought from buy_lead(p_purchase_id, p_entry_id, r.user_id, p_lead_id, p_expected_cost_paise, null,
      'automatic ' || p_rule_id || ' ' || p_lead_id,
      sha256(convert_to(p_rule_id || ' ' || p_lead_id || ' ' || p_expected_cost_paise, 'UTF8')), 'automatic-buying', null, r.set_by);
    if v_bought.replayed then
      raise exception using errcode = 'RAAHI', message = 'no match';
    end if;
    -- Now the lead and the wallet are locked too. The day is that of the purchase, which may have waited until after midnight.
    select day_in_india(created_at) into v_day from purchases where id = p_purchase_id;
    refusal := refuse_automatic_purchase(r, p_lead_id, v_day, p_expected_cost_paise, v_bought.cost_paise, v_bought.wallet_paise);
    if refusal is not null then
      raise exception using errcode = 'RAAHI', message = refusal;
    end if;
    insert into automatic_purchases (purchase_id, rule_id, version, user_id, lead_id, day, paise)
      values (p_purchase_id, p_rule_id, r.version, r.user_id, p_lead_id, v_day, v_bought.cost_paise);
    paid_with := v_bought.paid_with;
  exception when sqlstate 'RAAHI' then
    refusal := sqlerrm;
  end;
end $$;
