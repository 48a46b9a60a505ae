/**
 * Text of the snapshot that a statement reads in: two that are equal see the same rows. It names the start of the database
 * server too: after a failover another server numbers transactions on from where the first one's were known to it, and a
 * pooler keeps our connections meanwhile, so that these tell nothing.
 */
export const snapshotSql = "pg_postmaster_start_time()::text || ' ' || pg_current_snapshot()::text"
