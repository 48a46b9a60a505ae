import type { Config } from '../config/index.ts'
import type { Database } from '../platform/database/connect.ts'

// Any constant will do, as long as every process of the product uses the same and no other lock does.
const LOCK_KEY = 7_224_402

/**
 * Fills a new database: the first admin that the settings name, where there is no admin; then the demo data, where
 * there are neither agents nor leads. An admin of the settings that is not made is said to `warn`. Of several processes that start at once, one does it and the others wait.
 */
export async function makeFirstData(
  config: Config,
  database: Database,
  warn: (message: string) => void = () => {},
): Promise<void> {
  if (!config.firstAdmin && !config.demoData) return
  const client = await database.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query("SET LOCAL lock_timeout = '120s'")
    await client.query("SET LOCAL statement_timeout = '120s'")
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '300s'")
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY])
    const is = await readState(database)
    if (config.firstAdmin && !is.administered) {
      const { createAdmin } = await import('../features/auth/create-admin.ts')
      await createAdmin(database, { name: 'Admin', ...config.firstAdmin })
    } else if (config.firstAdmin && !(await isActiveAdmin(database, config.firstAdmin.email))) {
      warn(
        'ADMIN_EMAIL makes no admin, because there is one already: use `npm run create-admin` for another.',
      )
    }
    if (config.demoData && !is.inUse) {
      const { seedDemoData } = await import('../demo/demo-data.ts')
      const { createFileStore } = await import('../platform/files/create-file-store.ts')
      await seedDemoData(database, createFileStore(config), config)
    }
  } finally {
    await client.query('ROLLBACK').catch(() => {}) // It held nothing but the lock.
    client.release()
  }
}

async function isActiveAdmin({ pool }: Database, email: string): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM users WHERE lower(email) = lower($1) AND role = 'admin' AND status = 'active'`,
    [email],
  )
  return rows.length > 0
}

/** Whether there is an admin other than a suspended one of the demo, and whether there is anything that demo data would be mixed with. */
export async function readState({
  pool,
}: Database): Promise<{ administered: boolean; inUse: boolean }> {
  const { rows } = await pool.query<{ administered: boolean; inUse: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM users u WHERE role = 'admin' AND NOT (status = 'suspended'
              AND EXISTS (SELECT 1 FROM demo_records WHERE kind = 'user' AND id = u.id))) AS administered,
            EXISTS (SELECT 1 FROM users WHERE role = 'user') OR EXISTS (SELECT 1 FROM leads) AS "inUse"`,
  )
  return rows[0] ?? { administered: false, inUse: false }
}
