/**
 * Text of the snapshot that a statement reads in: two that are equal see the same rows. It names the life of the database
 * server too: after a failover another server numbers transactions on from where the first one's were known to it, one that
 * has recovered from a crash gives numbers anew that it had not written down, and a pooler keeps our connections meanwhile,
 * so that these tell nothing. The server's start alone does not change where it is one of its processes that has crashed;
 * what it counts begins anew then, too.
 */
export const snapshotSql = `concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time(),
  pg_current_snapshot())`
