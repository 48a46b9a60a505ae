-- When a mail was to remind of the follow-up that a move to Lost removes. An undo brings both back. Null: no mail was to.
alter table pipeline_moves add column from_remind_at timestamptz;
