create or replace function queue_quote_webhook() returns trigger language plpgsql as $$
begin
  perform queue_webhooks(q.user_id, 'quote.answered', new.id, p.lead_id)
    from quotes q join purchases p on p.id = q.purchase_id where q.id = new.quote_id;
  return null;
end $$;

create or replace trigger quote_answers_webhooks after insert on quote_answers
  for each row execute function queue_quote_webhook();
