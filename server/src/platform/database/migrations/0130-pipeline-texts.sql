-- What agents write about travellers is never in the planner's statistics. ANALYZE would not remove it from there after an erasure that
-- empties the table. No query compares these columns (docs/decisions/0074-pipeline.md).

alter table purchase_notes alter column text set statistics 0;
alter table pipeline_cards alter column lost_text set statistics 0;
alter table pipeline_moves alter column from_lost_text set statistics 0;
