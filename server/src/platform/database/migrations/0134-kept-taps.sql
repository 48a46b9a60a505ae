-- A tap that the browser had kept without network arrives later (docs/decisions/0080-kept-taps.md). Null: it arrived at once.
alter table contact_attempts add column received_at timestamptz;
