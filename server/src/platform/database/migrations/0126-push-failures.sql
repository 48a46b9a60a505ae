-- Rare failures do not remove a device, and a browser knows whether its agent removed it (docs/decisions/0073-web-push.md).

-- A device is failing while its failures follow each other closely.
alter table push_devices add column last_failed_at timestamptz;

-- Sessions whose browser the agent has removed, here or from another device. The browser is not added again by itself.
create table push_removals (
  session_id uuid primary key references sessions (id) on delete cascade
);
