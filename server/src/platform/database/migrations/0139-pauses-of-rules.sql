-- A rule is also paused when the filters of its search change, and when an admin replaces the email of its agent.
alter table automatic_buying_rules drop constraint automatic_buying_rules_paused_by_check;
alter table automatic_buying_rules add constraint automatic_buying_rules_paused_by_check
  check (paused_by in ('agent', 'mail', 'suspension', 'filters', 'email'));
