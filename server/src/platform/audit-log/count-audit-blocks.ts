import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { everyMinute, type ScheduledTask } from '../jobs/scheduled-tasks.ts'

export function countAuditBlocksTask(database: Database): ScheduledTask {
  return {
    name: 'count-audit-blocks',
    cron: everyMinute,
    run: () => countAuditBlocks(database),
  }
}

/** Stores the counts of each full block of the audit log. Without a full block it reads a few entries. */
export async function countAuditBlocks(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select count_audit_blocks() as n from audit_blocks_next
      where exists (select from audit_log where id >= (block + 1) * audit_block_size())`.execute(
      database.kysely,
    )
    if (!rows[0]?.n) return
  }
}
