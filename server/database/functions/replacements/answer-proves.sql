-- Whether the answer is about a time before the purchase or within 72 hours after it, and says that the lead is bad.
create or replace function answer_proves(q traveller_questions) returns boolean
 language sql
 immutable
as $$
  select coalesce(q.answer = 'never-asked' or (q.answer = 'not-travelling' and q.was_in_time), false)
$$;
