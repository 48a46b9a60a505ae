/** Invariants of the pipeline. Each query returns the rows that violate its invariant. */
export const pipelineInvariants: Record<string, string> = {
  'each card belongs to the buyer of its lead': `
    select c.purchase_id, c.user_id, p.user_id as buyer_id from pipeline_cards c
    join purchases p on p.id = c.purchase_id where c.user_id <> p.user_id`,
  'each card is in the stage to which its last move led': `
    select c.purchase_id, c.stage, m.to_stage from pipeline_cards c
    left join lateral (
      select to_stage from pipeline_moves m where m.purchase_id = c.purchase_id order by moved_at desc, id desc limit 1
    ) m on true
    where c.stage <> coalesce(m.to_stage, 'new')`,
  'no purchase was moved without a card': `
    select m.id, m.purchase_id from pipeline_moves m
    where not exists (select from pipeline_cards c where c.purchase_id = m.purchase_id)`,
  'no follow-up is left of a returned lead, or of a traveller who has withdrawn or was erased': `
    select c.purchase_id, c.follow_up_on, p.replacement_status, e.status from pipeline_cards c
    join purchases p on p.id = c.purchase_id
    left join lead_origins o on o.lead_id = p.lead_id left join enquiries e on e.id = o.enquiry_id
    where c.follow_up_on is not null
      and (p.replacement_status = 'approved' or p.traveller_erased_at is not null or e.status = 'withdrawn'
        or e.erased_at is not null)`,
  'no text about an erased traveller is left': `
    select p.id, p.lead_id from purchases p where p.traveller_erased_at is not null
      and (exists (select from purchase_notes n where n.purchase_id = p.id)
        or exists (select from contact_attempts a where a.purchase_id = p.id)
        or exists (select from pipeline_cards c where c.purchase_id = p.id and c.lost_text is not null)
        or exists (select from pipeline_moves m where m.purchase_id = p.id and m.from_lost_text is not null))`,
}
