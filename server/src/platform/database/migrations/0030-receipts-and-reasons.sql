-- Receipts of purchases, what an admin notes on a recharge, and why a replacement was rejected.

-- Every purchase writes a 'lead.buy' entry into the audit log in its own transaction. The background task that mails
-- receipts reads the log from here on, so that a purchase writes nothing more (docs/decisions/0030-mails-after-payment.md).
create table receipt_cursor (
  is_only boolean primary key default true check (is_only),
  -- All purchases up to this entry have their receipt, or were made before this release.
  done_id bigint not null,
  -- How far the log was seen to go at some moment, and a transaction id that was assigned after that moment: once all
  -- transactions with a smaller id have ended, no entry up to seen_id can appear any more.
  seen_id bigint,
  seen_before xid8
);
insert into receipt_cursor (done_id) select coalesce(max(id), 0) from audit_log;

-- Entries above the cursor whose receipt is queued. Removed once the cursor has passed them, so this stays small.
create table queued_receipts (audit_id bigint primary key);

-- What an admin notes on a recharge of a wallet: a bank or UPI reference, and a text for the agent.
create table recharge_details (
  entry_id uuid primary key references journal_entries (id),
  reference text,
  note text,
  check (reference is not null or note is not null)
);
create trigger recharge_details_append_only before update or delete or truncate on recharge_details
  for each statement execute function refuse_change();

-- Why an admin rejected the request, for the agent to read. Optional on the wire.
alter table replacement_requests add column rejection_reason text,
  add check (rejection_reason is null or status = 'rejected');
