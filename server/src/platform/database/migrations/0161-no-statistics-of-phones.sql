-- The statistics of the planner would keep phone numbers after an erasure.
alter table lead_contacts alter column phone set statistics 0;
